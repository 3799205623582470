import type { CsvRow } from './csv-row.js';

/** Sees to it that a column has each value once, and says on which line it stood before if not. */
export class FirstLines {
  readonly #lines = new Map<string, number>();

  constructor(private readonly column: string) {}

  /**
   * Gives the value of the column.
   * @throws UnusableInput when it is empty or an earlier row had it
   */
  note(row: CsvRow): string {
    const value = row.required(this.column);
    const earlier = this.#lines.get(value);
    if (earlier !== undefined) row.refuse(this.column, `there once: line ${earlier} has it too`);
    this.#lines.set(value, row.line);
    return value;
  }
}
