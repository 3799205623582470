import type { RunReport } from '@care-atlas/domain/records';
import type { ImportJob, MendedOrigin } from './imports.js';
import { OneOf, type Page, PageQuery, type Timestamp } from '../fields.js';
import { REJECT_KINDS, type RejectKind, type RunChange, type RunReject } from './run-rows.js';

export * from './run-rows.js';

export type RunStatus = 'running' | 'succeeded' | 'failed';

export class RunQuery extends PageQuery {
  /**
   * The latest run of each source that succeeded, and one that failed since, however many runs of others followed; none of a
   * sample that was replaced. They are one page.
   */
  @OneOf(['latest'])
  only?: 'latest';
}

/** Newest first; the latest of each source by source. */
export interface RunList extends Page {
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
  readonly changes: readonly NamedChange[];
  /** `after` of the next page; null on the last page. */
  readonly next: number | null;
}

/** A change with the name of the record; empty where the directory has none. */
export interface NamedChange extends RunChange {
  readonly name: string;
}

export class RejectQuery extends PageQuery {
  @OneOf(REJECT_KINDS)
  kind: RejectKind = 'row';
}

export interface RunRejects extends Page {
  readonly rejects: readonly RunReject[];
}
