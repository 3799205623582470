import { nearestWord } from '@care-atlas/domain/text';
import { UnusableInput } from './unusable-input.js';

const keys = new Map<string, string>();

/**
 * What is the same in all spellings of a column's name: "Registration Number", "registrationNumber" and
 * "registration_number" are one column, "contact:phone" and "contact_phone" too.
 */
export function columnKey(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    key = name.toLowerCase().replace(/[^a-z0-9]+/g, '');
    // Names come from a header or from the members of objects: few, unless somebody makes them up.
    if (keys.size < 10_000) keys.set(name, key);
  }
  return key;
}

/** Where each column that a source knows stands in the cells of a row. */
export class Columns {
  readonly #positions: ReadonlyMap<string, number>;

  private constructor(
    positions: ReadonlyMap<string, number>,
    /** How many cells a row has. */
    readonly width: number,
  ) {
    this.#positions = positions;
  }

  /** The columns in their own order: for forms whose rows name their values themselves. */
  static inOrder(known: readonly string[]): Columns {
    return new Columns(new Map(known.map((column, index) => [column, index])), known.length);
  }

  /**
   * The columns as a line of names has them. Names that the source does not know are passed over.
   * @param where the file and the line, for messages
   * @param needs groups of columns, of each of which one must be there
   * @throws UnusableInput when a column is missing or there twice
   */
  static ofHeader(
    where: string,
    names: readonly string[],
    known: readonly string[],
    needs: readonly (readonly string[])[],
  ): Columns {
    const given = names.map(columnKey);
    const missing = needs.filter((group) => !group.some((column) => given.includes(columnKey(column))));
    if (missing.length > 0) throw new UnusableInput(`${where}: ${missingText(missing, names)}`);
    const used = known.filter((column) => given.includes(columnKey(column)));
    const twice = used.find(
      (column) => given.indexOf(columnKey(column)) !== given.lastIndexOf(columnKey(column)),
    );
    if (twice) throw new UnusableInput(`${where}: the column ${twice} is there twice.`);
    return new Columns(
      new Map(known.map((column) => [column, given.indexOf(columnKey(column))])),
      names.length,
    );
  }

  /**
   * The index of a column's cell; -1 when the file lacks the column.
   * @throws when the source does not know the column: it has to be documented first
   */
  position(column: string): number {
    const position = this.#positions.get(column);
    if (position === undefined) throw new Error(`The column ${column} is read, but not documented.`);
    return position;
  }

  has(column: string): boolean {
    return this.position(column) !== -1;
  }
}

const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

function missingText(missing: readonly (readonly string[])[], names: readonly string[]): string {
  const separator = names.length === 1 && OTHER_SEPARATORS.find(([sign]) => names[0]!.includes(sign));
  if (separator) return `${separator[1]} separate the values: save it with commas.`;
  const wanted = missing.map((group) => group.join(' or '));
  const nearest = missing.map((group) => group.map((column) => nearestWord(column, names)).find(Boolean));
  const guesses = nearest.flatMap((name, index) => (name ? [`"${name}" for ${wanted[index]}`] : []));
  const which = wanted.length === 1 ? `the column ${wanted[0]} is` : `the columns ${wanted.join(', ')} are`;
  const guess = guesses.length > 0 ? ` (perhaps it is ${guesses.join(', ')})` : '';
  const found =
    names.length === 1 ? `there is only "${names[0]!.slice(0, 60)}"` : `there are ${names.join(', ')}`;
  return `${which} missing${guess}; ${found.slice(0, 400)}.`;
}
