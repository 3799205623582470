import type { RunReport } from '@care-atlas/domain/records';
import type { ImportJob, MendedOrigin } from './imports.js';
import { OneOf, type Page, PageQuery, type Timestamp } from '../fields.js';

export type RunStatus = 'running' | 'succeeded' | 'failed';

/** Newest first. */
export interface RunList {
  readonly runs: readonly Run[];
}

export interface Run {
  readonly id: string;
  readonly source: string;
  readonly fileName: string | null;
  readonly status: RunStatus;
  /** Why the run failed; otherwise empty. */
  readonly reason: string;
  /** Whether the run read the complete source, so that records missing from it expired or closed. */
  readonly complete: boolean;
  readonly startedAt: Timestamp;
  readonly finishedAt: Timestamp | null;
  /** The dataset version that the run created; null if it is running or failed. */
  readonly version: string | null;
  /** Counts by name, in display order, e.g. read, created, updated, expired, rejected. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface RunDetails extends Run {
  /** Null when the run is running or failed, or is older than reports. */
  readonly report: RunReport | null;
  /** What mends its rejected rows, the newest first. */
  readonly mendings: readonly ImportJob[];
  /** What it mended; null if it was another file. */
  readonly mends: MendedOrigin | null;
}

export interface RunChanges {
  readonly changes: readonly RunChange[];
  /** `after` of the next page; null on the last page. */
  readonly next: number | null;
}

export interface RunChange {
  readonly position: number;
  /** The kind of record, e.g. "doctor". */
  readonly record: string;
  /** Identifies the record within its kind. */
  readonly key: string;
  /** "created", "updated", "expired", "unexpired", "closed" or "reopened". */
  readonly change: string;
  /** For an update: each changed field with its old and new values. */
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Whether a whole row was rejected, or values of it were left out. */
export const REJECT_KINDS = ['row', 'field'] as const;
export type RejectKind = (typeof REJECT_KINDS)[number];

export class RejectQuery extends PageQuery {
  @OneOf(REJECT_KINDS)
  kind: RejectKind = 'row';
}

export interface RunRejects extends Page {
  readonly rejects: readonly RunReject[];
}

export interface RunReject {
  /** `position` of left-out coordinates that are far from their postal area; `field` asks for these too. */
  readonly kind: RejectKind | 'position';
  readonly line: number | null;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
