/** A row of a source that could not be used. */
export interface SyncReject {
  /** The line of the source on which the row begins, from 1; null when it is not known. */
  readonly line: number | null;
  /** The column at fault; empty when the whole row is. */
  readonly column: string;
  readonly value: string;
  /** One sentence for the person who corrects the row. */
  readonly reason: string;
}

/** The rejected rows of a run as a file, to be corrected and imported. */
export interface StoredRejects {
  /** The extension of the file, e.g. "csv". */
  readonly format: string;
  readonly content: Buffer;
}

/** A row together with its line in the source. */
export type Numbered<Row> = Row & { readonly line?: number };
