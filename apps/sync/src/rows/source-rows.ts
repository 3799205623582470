import type { Numbered } from '@care-atlas/data/sync';
import type { InputRow } from './input-row.js';

/** The rows of a file, for a source to turn into records. */
export interface SourceRows {
  /**
   * Yields the records that `read` makes of the rows, each with its line and what is wrong with its values. A row for which it throws a RowFault, or
   * of which it cannot read an essential value, is rejected; for one that it skips, it returns the result of `skip`.
   * @param keyOf returns the key of a rejected row, so that its record does not count as missing; undefined when it
   * cannot be read, and then no record counts as missing
   */
  records<Result extends object>(
    read: (row: InputRow) => Result | undefined,
    keyOf?: (row: InputRow) => string | undefined,
  ): AsyncIterable<Numbered<Result>>;
  /** Counts a valid row that the directory does not include. */
  skip(reason: string): undefined;
  /**
   * Counts a row that is used, but not completely, or not to the letter.
   * @param exampleOf returns the value of this row that the note shows; only the first values are shown
   */
  note(reason: string, exampleOf?: () => string): void;
}

/** What a reader of a value says of it. */
export type RowNotes = Pick<SourceRows, 'note'>;
