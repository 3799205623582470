import type { ValueFault } from '@care-atlas/data/sync';
import type { CellFault } from '#contract/imports/mending';
import type { RejectKind } from '#contract/imports/runs';

/** Why a row is in a rejects file. */
export interface RowFault {
  readonly line: number | null;
  readonly kind: RejectKind;
  /** The positions of the columns at fault. */
  readonly marks: readonly number[];
  readonly reason: string;
  readonly faults: readonly CellFault[];
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

/** Returns what an import says of each value of a row. Earlier releases did not say it: then there is nothing. */
export function faultsOf(columns: readonly string[], details: unknown): readonly CellFault[] {
  if (!Array.isArray(details)) return [];
  return (details as readonly ValueFault[]).map(({ column, reason, isDoubtful, suggestions }) => ({
    at: marksOf(columns, column)[0] ?? null,
    reason,
    isDoubtful,
    suggestions,
  }));
}

/** Returns the positions of the columns at fault: those that an import names, and those of the values. */
export function allMarks(named: readonly number[], faults: readonly CellFault[]): readonly number[] {
  return [...new Set([...named, ...faults.flatMap(({ at }) => at ?? [])])].toSorted((a, b) => a - b);
}

/** Returns the positions of columns that a reason names, as "phone, website". Names match in any spelling, and may have commas. */
export function marksOf(columns: readonly string[], named: string): readonly number[] {
  const keys = named.split(', ').map(keyOf).filter(Boolean);
  const list = `, ${named}, `;
  return columns.flatMap((column, position) =>
    keys.includes(keyOf(column)) || list.includes(`, ${column}, `) ? [position] : [],
  );
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
