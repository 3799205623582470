import type { ClientBase } from 'pg';
import type { ChangeLog } from './change-log.js';
import type { RejectLog } from './reject-log.js';

/** How many of the listed records one run may remove. */
interface RemovalLimit {
  /** A share, 0 to 1, of the records before the run. */
  readonly maxExpired: number;
  /** The exact number that is allowed whatever the share. */
  readonly confirmExpiry: number | undefined;
}

/** How many of the stored records one run may change. */
interface ChangeLimit {
  /** A share, 0 to 1, for each field; undefined for any number. */
  readonly maxChanged: number | undefined;
  /** The changes that are allowed whatever the share: names of fields, POSITION or ADDRESS. */
  readonly confirmChange: readonly string[];
}

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
  /** The number of rows that were read so far, also of those that are not used. */
  readonly input: { rows: number };
  readonly changes: ChangeLog;
  readonly rejects: RejectLog;
  readonly limit: RemovalLimit & ChangeLimit;
  /** Receives progress, one line at a time. */
  readonly onProgress: (line: string) => void;
}
