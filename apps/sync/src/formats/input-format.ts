import type { SyncReject } from '@care-atlas/data/sync';
import type { InputRow } from '../rows/input-row.js';
import type { RowShape } from '../rows/row-shape.js';

/** Maximum size of a record. It is more than any honest one, and less than an unclosed quote would collect. */
export const MAX_RECORD_CHARACTERS = 1_000_000;

export type FormatName =
  | 'CSV'
  | 'NDJSON'
  | 'GeoJSON'
  | 'Esri JSON'
  | 'Excel (.xlsx)'
  | 'Overpass JSON'
  | 'OpenStreetMap PBF'
  | 'GTFS (.zip)';

/** The part of a source that decides how its files are read. */
export interface ReadableSource extends RowShape {
  /** The name of the source on the command line and in the history. It never changes. */
  readonly name: string;
  readonly formats: readonly FormatName[];
}

/** Reads the rows of a file, and writes rejected ones in the same format, to be corrected and imported again. */
export interface InputFormat {
  /** Yields rows in batches, with far fewer turns of the event loop than one by one. One batch is in memory. */
  rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]>;
  /** Available once the first row was read. */
  readonly rejects: RejectsFormat;
  /** Whether the file says that its source has more records. Known once the last row was read. */
  readonly endsEarly?: boolean;
}

/** How the rejected rows of a file are written. */
export interface RejectsFormat {
  /** Without the dot. */
  readonly extension: string;
  head(): string;
  row(original: unknown, reject: RejectedRow): string;
  /** The text between two rows. */
  readonly separator: string;
  foot(): string;
}

/** Why a row was rejected, and where it was. */
export type RejectedRow = SyncReject & { readonly line: number };
