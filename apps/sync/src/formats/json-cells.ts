import { decimalText, isRawNumber } from '@care-atlas/domain/text';
import { columnKey, Columns } from '../rows/columns.js';
import { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';

const MAX_LEVELS = 5;
/** More than any honest record, and less than would exhaust the stack. */
export const MAX_DEPTH = 100;
export const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep`;
/** Maximum number of unknown members to remember. */
const MAX_OTHERS = 100;
const SHOWN_CHARACTERS = 60;

/**
 * Turns JSON objects into the cells of rows. A nested member is named by its path in the singular: the member `phone`
 * of the first of `locations` is the column `location_1_phone`. A list of plain values is a list as in CSV.
 */
export class JsonCells {
  readonly columns: Columns;
  readonly #positions: ReadonlyMap<string, number>;

  /** @param known the names of the columns */
  constructor(private readonly known: readonly string[]) {
    this.columns = Columns.inOrder(known);
    this.#positions = new Map(known.map((column, index) => [columnKey(column), index]));
  }

  /**
   * Returns the row of an object. A number that is too large to be one is its fault.
   * @param values the objects whose members are the cells, the first that has one counts (default: the object)
   */
  rowOf(line: number, original: object, values: readonly object[] = [original]): InputRow {
    const cells = Array.from({ length: this.columns.width }, () => '');
    try {
      for (const object of values) this.#visit(cells, '', object, 0);
      return new InputRow(line, this.columns, cells, original);
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      return new InputRow(line, this.columns, [], original, fault);
    }
  }

  #visit(cells: string[], path: string, value: unknown, level: number): void {
    if (value === undefined || level > MAX_LEVELS) return;
    if (value === null) return this.#set(cells, path, '');
    if (Array.isArray(value)) return this.#visitList(cells, path, value, level);
    if (isPlain(value)) return this.#set(cells, path, value);
    const owner = singular(path);
    for (const [name, member] of Object.entries(value))
      this.#visit(cells, owner + columnKey(name), member, level + 1);
  }

  #visitList(cells: string[], path: string, list: readonly unknown[], level: number): void {
    if (list.every(isPlain)) return this.#set(cells, path, list);
    for (const [index, item] of list.entries())
      this.#visit(cells, `${singular(path)}${index + 1}`, item, level + 1);
  }

  #set(cells: string[], path: string, value: unknown): void {
    const position = this.#positions.get(path);
    const { others } = this.columns;
    if (position === undefined) return void (others.size < MAX_OTHERS && others.add(path));
    this.columns.seen!.add(position);
    if (cells[position] === '') cells[position] = textOf(value, this.known[position]!).trim();
  }
}

/** Returns whether a value has no members. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || isRawNumber(value);
}

/** Returns a plain value, or a list of them, as a cell: a number has all its digits and no exponent. */
function textOf(value: unknown, column: string): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => textOf(item, column)).join('|');
  if (typeof value !== 'number' && !isRawNumber(value)) return String(value);
  const text = typeof value === 'number' ? String(value) : value.rawJSON;
  const digits = decimalText(text);
  if (digits !== undefined) return digits;
  const shown = text.slice(0, SHOWN_CHARACTERS);
  const accepted = 'a number up to 1.8e308; write other text in double quotes';
  throw new RowFault(column, shown, `${column} is ${shown}, but must be ${accepted}.`);
}

function singular(path: string): string {
  return path.replace(/(?<!s)s$/, '');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is nested deeper than a number of levels. */
export function isDeeper(value: unknown, levels = MAX_DEPTH): boolean {
  if (value === null || isPlain(value)) return false;
  return levels === 0 || Object.values(value as object).some((member) => isDeeper(member, levels - 1));
}
