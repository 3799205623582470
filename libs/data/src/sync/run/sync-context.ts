import type { ClientBase } from 'pg';
import type { ChangeLimit } from './change-limit.js';
import type { ChangeLog } from './change-log.js';
import type { RejectLog } from './reject-log.js';
import type { RemovalLimit } from './removal-limit.js';

/** The run that a merge is part of. */
export interface SyncContext {
  /** A connection in the transaction of the run. */
  readonly client: ClientBase;
  /** The id and the source of the run. */
  readonly run: { readonly id: string; readonly source: string };
  /** The time of the run, which records carry as the time of their synchronization. */
  readonly now: Date;
  /** When the source was extracted: by default the time of the run, or that of the first run of the same file. */
  readonly extractedAt: Date;
  /** When the same file was first imported, unless its extract is known to be a new one. */
  readonly repeats: Date | undefined;
  /** Returns, after the last row, the fields of which the source has no column: records keep what they have. */
  readonly absent: () => readonly string[];
  /** Returns, after the first row, whether that will not change. */
  readonly absentIsKnown: () => boolean;
  readonly changes: ChangeLog;
  readonly rejects: RejectLog;
  readonly limit: RemovalLimit & ChangeLimit;
  /** Receives progress, one line at a time. */
  readonly onProgress: (line: string) => void;
}
