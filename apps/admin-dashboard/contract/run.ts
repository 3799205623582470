import type { Page } from './page.js';

export type RunStatus = 'running' | 'succeeded' | 'failed';

/** GET /api/runs?limit= (1 to 100, by default 25): the newest first. */
export interface RunList {
  readonly runs: readonly Run[];
}

/** GET /api/runs/{id} */
export interface Run {
  readonly id: string;
  readonly source: string;
  readonly fileName: string | null;
  readonly status: RunStatus;
  /** Why it failed, or why it expired or closed nothing that was missing; empty otherwise. */
  readonly reason: string;
  /** Whether it read the whole of its source: what the source lacks then has expired or closed. */
  readonly complete: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The dataset version that it made; null while it runs and when it failed. */
  readonly version: string | null;
  /** What it counted, by name in the order in which to show it, e.g. read, created, updated, expired, rejected. */
  readonly counts: Readonly<Record<string, number>>;
}

/** GET /api/runs/{id}/changes?limit=&after= (by default 0, the beginning) */
export interface RunChanges {
  readonly changes: readonly RunChange[];
  /** `after` of the next page; null at the end. */
  readonly next: number | null;
}

export interface ChangeQuery {
  readonly limit?: number;
  readonly after?: number;
}

export interface RunChange {
  readonly position: number;
  /** What kind of record, e.g. "doctor", and which. */
  readonly record: string;
  readonly key: string;
  /** "created", "updated", "expired", "unexpired", "closed" or "reopened". */
  readonly change: string;
  /** With an update: each field with its value before and after. */
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** GET /api/runs/{id}/rejects?limit=&offset=; GET /api/runs/{id}/rejects.csv downloads all. */
export interface RunRejects extends Page {
  readonly rejects: readonly RunReject[];
}

export interface RunReject {
  readonly line: number | null;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
