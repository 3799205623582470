import type { ClientBase } from 'pg';
import type { ChangeLog } from './change-log.js';
import type { ExpiryLimit } from '../doctors/expiry-guard.js';
import type { RejectLog } from './reject-log.js';

/** The run that a merge is part of. */
export interface SyncContext {
  /** Inside the run's transaction. */
  readonly client: ClientBase;
  /** The time of the run, which records carry as the time of their synchronization. */
  readonly now: Date;
  readonly changes: ChangeLog;
  readonly rejects: RejectLog;
  readonly limit: ExpiryLimit;
}
