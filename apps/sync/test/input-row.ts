import { Columns } from '../src/rows/columns.js';
import type { RowNotes } from '../src/rows/source-rows.js';
import { InputRow } from '../src/rows/input-row.js';

/** A row with these values, and with nothing in the other columns. */
export function rowOf(values: Readonly<Record<string, string>>, ...others: readonly string[]): InputRow {
  const columns = [...Object.keys(values), ...others];
  return new InputRow(
    2,
    Columns.inOrder(columns),
    columns.map((column) => values[column] ?? ''),
  );
}

/** Notes that nobody reads: for tests that are about the values. */
export const NO_NOTES: RowNotes = { note: () => undefined };
