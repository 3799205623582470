import type { ClientBase } from 'pg';
import type { ChangeLog } from './change-log.js';
import type { RejectLog } from './reject-log.js';
import type { RemovalLimit } from './removal-limit.js';

/** The run that a merge is part of. */
export interface SyncContext {
  /** A connection in the transaction of the run. */
  readonly client: ClientBase;
  /** The time of the run, which records carry as the time of their synchronization. */
  readonly now: Date;
  readonly changes: ChangeLog;
  readonly rejects: RejectLog;
  readonly limit: RemovalLimit;
  /** Receives progress, one line at a time. */
  readonly onProgress: (line: string) => void;
}
