import type { Page, Timestamp } from './fields.js';

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

export interface RunRejects extends Page {
  readonly rejects: readonly RunReject[];
}

export interface RunReject {
  readonly line: number | null;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
