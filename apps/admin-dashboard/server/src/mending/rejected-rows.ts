import type { RejectKind } from '#contract/imports/runs';

/** Why a row is in a rejects file. */
export interface RowFault {
  readonly line: number | null;
  readonly kind: RejectKind;
  /** The positions of the columns at fault. */
  readonly marks: readonly number[];
  readonly reason: string;
}

/** A row of a rejects file. */
export interface RejectedRow extends RowFault {
  readonly cells: readonly string[];
}

/** Rows to write, each with its position in the rejects file. */
export type MendedCells = readonly (readonly [position: number, cells: readonly string[]])[];

/** The rows of a rejects file as a table, in the columns of the file. */
export interface RejectedRows {
  readonly columns: readonly string[];
  readonly rows: readonly RejectedRow[];
  /** Writes rows in the format of the file, without the reasons. @returns also the line of each row */
  readonly write: (rows: MendedCells) => { readonly text: string; readonly lines: readonly number[] };
}

export const REJECTS_FORMATS = ['csv', 'ndjson', 'geojson'] as const;
export type RejectsFormat = (typeof REJECTS_FORMATS)[number];

/** Returns the positions of columns that a reason names, as "phone, website". Names match in any spelling. */
export function marksOf(columns: readonly string[], named: string): readonly number[] {
  const keys = named.split(', ').map(keyOf).filter(Boolean);
  return columns.flatMap((column, position) => (keys.includes(keyOf(column)) ? [position] : []));
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
