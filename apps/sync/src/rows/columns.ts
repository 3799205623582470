import { nearestWord } from '@care-atlas/domain/text';
import { shortened } from './clean-text.js';
import { maskText } from './identity-number.js';
import { UnusableInput } from './unusable-input.js';

const MAX_KEYS = 10_000;
const REJECT_COLUMN = /^_?reject(?:$|_|line|feature|kind|column|value|reason)/;
const keys = new Map<string, string>();

/**
 * Returns a column's name without its spelling: "Registration Number", "registrationNumber" and "registration_number"
 * are one column, and so are "contact:phone" and "contact_phone".
 */
export function columnKey(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    key = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    // Few names occur in an honest file. The limit bounds memory for any other.
    if (keys.size < MAX_KEYS) keys.set(name, key);
  }
  return key;
}

/** A file lacks columns that every file of its source must have. */
export class MissingColumns extends UnusableInput {}

/** A column of a file that its source does not have. */
export interface UnknownColumn {
  readonly column: string;
  /** The most similar column that the source has; null without any. */
  readonly nearest: string | null;
}

/** The positions of a source's columns in the cells of a row. */
export class Columns {
  readonly #positions: ReadonlyMap<string, number>;

  private constructor(
    positions: ReadonlyMap<string, number>,
    /** The number of cells of a row. */
    readonly width: number,
    /** The positions that rows have had so far; undefined when a header names them. */
    readonly seen?: Set<number>,
    /** The names that the source does not have. */
    readonly others = new Set<string>(),
  ) {
    this.#positions = positions;
  }

  /** Returns the columns in their own order: for formats whose rows name their values. */
  static inOrder(known: readonly string[]): Columns {
    return new Columns(new Map(known.map((column, index) => [column, index])), known.length, new Set());
  }

  /**
   * Returns the columns in the order of a header. Names that the source does not have are listed as unknown.
   * @param where the file and the line, for messages
   * @param needs groups of columns, each of which must be represented
   * @throws UnusableInput when a column is missing or repeated
   */
  static ofHeader(
    where: string,
    names: readonly string[],
    known: readonly string[],
    needs: readonly (readonly string[])[],
  ): Columns {
    const given = names.map(columnKey);
    const missing = needs.filter((group) => !group.some((column) => given.includes(columnKey(column))));
    if (missing.length > 0) throw new MissingColumns(`${where}: ${missingText(missing, names)}`);
    const used = known.filter((column) => given.includes(columnKey(column)));
    const repeated = used.find(
      (column) => given.indexOf(columnKey(column)) !== given.lastIndexOf(columnKey(column)),
    );
    if (repeated)
      throw new UnusableInput(`${where}: the column ${repeated} occurs twice: remove one of the two.`);
    const knownKeys = known.map(columnKey);
    return new Columns(
      new Map(known.map((column) => [column, given.indexOf(columnKey(column))])),
      names.length,
      undefined,
      new Set(names.filter((name) => name !== '' && !knownKeys.includes(columnKey(name)))),
    );
  }

  /** Whether a header names the columns, and not each row. */
  get isHeader(): boolean {
    return this.seen === undefined;
  }

  /** The columns that the source does not have, without those of a rejects file. */
  get unknown(): readonly UnknownColumn[] {
    const known = [...this.#positions.keys()];
    return [...this.others]
      .filter((name) => !REJECT_COLUMN.test(name))
      .map((column) => ({ column, nearest: nearestWord(column.toLowerCase(), known) ?? null }));
  }

  /** Returns whether the header, or every row so far, lacks a column. */
  isAbsent(column: string): boolean {
    const position = this.position(column);
    return position === -1 || this.seen?.has(position) === false;
  }

  /**
   * Returns the index of a column's cell; -1 when the file lacks the column.
   * @throws when the source does not define the column: a column has to be documented first
   */
  position(column: string): number {
    const position = this.#positions.get(column);
    if (position === undefined)
      throw new Error(`The column ${column} is read, but its source does not define it.`);
    return position;
  }
}

/** The columns of a row. */
export type RowColumns = Pick<Columns, 'isHeader' | 'unknown' | 'isAbsent' | 'position'>;

function missingText(missing: readonly (readonly string[])[], names: readonly string[]): string {
  const wanted = missing.map((group) => group.join(' or '));
  const nearest = missing.map((group) => group.map((column) => nearestWord(column, names)).find(Boolean));
  const guesses = nearest.flatMap((name, index) =>
    name ? [`"${name.replaceAll(/\s+/g, ' ')}" for ${wanted[index]}`] : [],
  );
  const which = wanted.length === 1 ? `the column ${wanted[0]} is` : `the columns ${wanted.join(', ')} are`;
  const guess = guesses.length > 0 ? ` (did you mean ${guesses.join(', ')}?)` : '';
  // The first line of a file without a header is a row.
  const shown = names.map((name) => maskText(name).replaceAll(/\s+/g, ' '));
  const found = shown.length === 1 ? `only "${shortened(shown[0]!, 60)}"` : shown.join(', ');
  return `${which} missing${guess}; the file has ${shortened(found, 400)}.`;
}
