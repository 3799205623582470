import type { InputRow } from './input-row.js';

/** In which a file holds its rows. */
export const FORMATS = ['CSV', 'NDJSON', 'GeoJSON'] as const;
export type Format = (typeof FORMATS)[number];

/** Reads the rows of a file, and writes rejected ones in the same form, so that they can be mended and fed again. */
export interface InputForm {
  readonly format: Format;
  /** What `InputRow.line` counts. */
  readonly counts: 'line' | 'feature';
  /** Batches of rows: far fewer turns of the event loop than one by one. One batch is in memory. */
  rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]>;
  /** Known once the first row was read. */
  readonly rejects: RejectsForm;
}

/** How the rejected rows of a file are written. */
export interface RejectsForm {
  /** Without its dot. */
  readonly extension: string;
  head(): string;
  row(original: unknown, reject: RejectedRow): string;
  /** Between two rows. */
  readonly between: string;
  foot(): string;
}

/** Why a row was rejected, and where it stood. */
export interface RejectedRow {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  /** One sentence. */
  readonly reason: string;
}
