import type { SyncWriter } from '@care-atlas/data/sync-writer';
import type { CsvRow } from './csv-row.js';
import type { Tally } from './tally.js';

/** A kind of file that can be imported. */
export interface Source {
  /** The word for it on the command line and in the history of runs; never to change. */
  readonly name: string;
  /** What it brings, in one line of help. */
  readonly summary: string;
  /** The columns it needs, with their meaning, as the help shows them. */
  readonly columns: Readonly<Record<string, string>>;
  /** A command line that works in the project as it is delivered. */
  readonly example: string;
  /** What to do after the import, for a person. */
  readonly next: string;
  /**
   * Hands the rows to the writer, one at a time, and counts those that it does not hand over.
   * @throws UnusableInput when a row cannot be what the source says it is: nothing is imported then
   */
  write(rows: AsyncIterable<CsvRow>, writer: SyncWriter, tally: Tally): Promise<void>;
}
