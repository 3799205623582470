import { Uuid } from '../fields.js';
import type { RejectKind } from './run-rows.js';

/** The most rows that the grid takes: more are mended in a file. */
export const MAX_MENDED_ROWS = 1_000;

/** Where the rejected rows are: one of the two. */
export class NewMending {
  @Uuid()
  run?: string;

  @Uuid()
  import?: string;
}

/** Rejected rows, and rows of which values were left out, while they are mended. */
export interface Mending {
  readonly id: string;
  readonly columns: readonly string[];
  readonly rows: readonly MendedRow[];
  /** Whether the rows were checked after they were mended. */
  readonly isChecked: boolean;
}

export interface MendedRow {
  /** Its line in the file that had it; null if it is not known. */
  readonly line: number | null;
  /** Whether the whole row was rejected, or values of it were left out; null if the check found no fault. */
  readonly kind: RejectKind | null;
  /** What is wrong, and what is accepted; otherwise empty. */
  readonly reason: string;
  /** The same by value; empty where it is known only of the whole row. */
  readonly faults: readonly CellFault[];
  /** The positions of the columns at fault. */
  readonly marks: readonly number[];
  /** The values at the last check, or as they were rejected. */
  readonly base: readonly string[];
  readonly cells: readonly string[];
  /** Whether it is not fed again. */
  readonly isSkipped: boolean;
}

/** What is wrong with one value. */
export interface CellFault {
  /** The position of its column; null if the file has no such column. */
  readonly at: number | null;
  readonly reason: string;
  /** Whether the value was read all the same: in part, or as not known. */
  readonly isDoubtful: boolean;
  /** What the cell may have been meant to say. Each is read without a doubt. */
  readonly suggestions: readonly string[];
}

/** What was changed, as the JSON body of the upload. */
export interface MendingPatch {
  /** The values of changed rows by their position. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  /** Whether rows are skipped, by their position. */
  readonly skipped: Readonly<Record<string, boolean>>;
}

export interface SavedMending {
  readonly saved: number;
}
