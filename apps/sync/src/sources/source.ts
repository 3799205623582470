import type { SyncWriter } from '@care-atlas/data/sync';
import type { ReadableSource } from '../formats/input-format.js';
import type { InputRow } from '../rows/input-row.js';

/** The options of an import that a source depends on. */
export interface SourceOptions {
  /** Whether the file holds everything that its source has: records that it lacks expire or close. */
  readonly complete: boolean;
  /** When the import runs. */
  readonly now: Date;
  /** The agency whose stations the file holds; undefined where the file says it. */
  readonly agency?: string | undefined;
}

/** The rows of a file, for a source to turn into records. */
export interface SourceRows {
  /**
   * Yields the records that `read` makes of the rows, each with its line. A row for which it throws a RowFault, or
   * of which it cannot read an essential value, is rejected; for one that it skips, it returns the result of `skip`.
   * @param keyOf returns the key of a rejected row, so that its record does not count as missing; undefined when it
   * cannot be read, and then no record counts as missing
   */
  records<Result extends object>(
    read: (row: InputRow) => Result | undefined,
    keyOf?: (row: InputRow) => string | undefined,
  ): AsyncIterable<Result & { readonly line: number; readonly kept: readonly string[] | undefined }>;
  /** Counts a valid row that the directory does not include. */
  skip(reason: string): undefined;
  /**
   * Counts a row that is used, but not completely, or not to the letter.
   * @param example what it is about in this row; the first are shown
   */
  note(reason: string, example?: string): void;
}

/** What a source writes records with. */
export type RecordWriter = Pick<
  SyncWriter,
  'stations' | 'clinics' | 'register' | 'services' | 'reviews' | 'availability'
>;

/** A kind of file that can be imported. */
export interface Source extends ReadableSource {
  /** What it imports, in one line of help. */
  readonly summary: string;
  /** The columns of the fields that stay as they are when a file has none of them. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** What `--complete` means for it; undefined where the option does not exist. */
  readonly complete?: string;
  /** What `--confirms` means for it; undefined where the option does not exist. */
  readonly confirms?: string;
  /** Whether a run may remove records, so that the limit for removals applies. */
  readonly removesRecords?: true;
  /** Whether a row may end the record that it is about, so that the same limit applies. */
  readonly endsRecords?: true;
  /** What `--agency` means for it; undefined where the option does not exist. */
  readonly agency?: string;
  /** A command line that works in this repository. */
  readonly example: string;
  /** What to do after the import. */
  readonly next: string;
  /** Passes the records to the writer, one at a time. */
  write(source: SourceRows, writer: RecordWriter, options: SourceOptions): Promise<void>;
}
