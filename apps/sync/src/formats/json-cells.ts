import { columnKey, Columns } from '../rows/columns.js';

const MAX_LEVELS = 5;
/** More than any honest record, and less than would exhaust the stack. */
export const MAX_DEPTH = 100;
export const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep`;
/** Maximum number of unknown members to remember. */
const MAX_OTHERS = 100;

/**
 * Turns JSON objects into the cells of rows. A nested member is named by its path in the singular: the member `phone`
 * of the first of `locations` is the column `location_1_phone`. A list of plain values is a list as in CSV.
 */
export class JsonCells {
  readonly columns: Columns;
  readonly #positions: ReadonlyMap<string, number>;

  /** @param known the names of the columns */
  constructor(known: readonly string[]) {
    this.columns = Columns.inOrder(known);
    this.#positions = new Map(known.map((column, index) => [columnKey(column), index]));
  }

  of(object: object): string[] {
    const cells = Array.from({ length: this.columns.width }, () => '');
    this.add(cells, object);
    return cells;
  }

  /** Fills in cells that are empty. */
  add(cells: string[], object: object): void {
    this.#visit(cells, '', object, 0);
  }

  #visit(cells: string[], path: string, value: unknown, level: number): void {
    if (value === undefined || level > MAX_LEVELS) return;
    if (value === null) return this.#set(cells, path, '');
    if (Array.isArray(value)) return this.#visitList(cells, path, value, level);
    if (typeof value === 'string') return this.#set(cells, path, value);
    if (typeof value !== 'object') return this.#set(cells, path, JSON.stringify(value));
    const owner = singular(path);
    for (const [name, member] of Object.entries(value))
      this.#visit(cells, owner + columnKey(name), member, level + 1);
  }

  #visitList(cells: string[], path: string, list: readonly unknown[], level: number): void {
    if (list.every((item) => typeof item !== 'object')) return this.#set(cells, path, list.join('|'));
    for (const [index, item] of list.entries())
      this.#visit(cells, `${singular(path)}${index + 1}`, item, level + 1);
  }

  #set(cells: string[], path: string, value: string): void {
    const position = this.#positions.get(path);
    const { others } = this.columns;
    if (position === undefined) return void (others.size < MAX_OTHERS && others.add(path));
    this.columns.seen!.add(position);
    if (cells[position] === '') cells[position] = value.trim();
  }
}

function singular(path: string): string {
  return path.replace(/(?<!s)s$/, '');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is nested deeper than a number of levels. */
export function isDeeper(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
