import type { RunReport } from '@care-atlas/domain/records';
import type { EvidenceDays } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import type { NamedChange } from './run/change-log.js';
import type { SyncReject } from './run/reject-log.js';
import type { SyncCounts } from './run/sync-counts.js';
import type { RemovedSample, SampleOptions } from './sample-data.js';

export interface SyncOptions extends SampleOptions {
  /** Receives progress, one line at a time. */
  readonly onProgress?: (line: string) => void;
  /** Receives every rejected row, whether the importer or the database rejected it. */
  readonly onReject?: (reject: SyncReject) => void;
  /** Returns, after the last row, the fields that the source does not have: records keep what they have. */
  readonly absent?: () => readonly string[];
  /** Does everything and rolls it back: the result shows what would change, and nothing is recorded. */
  readonly dryRun?: boolean;
  /** The share of the rows, 0 to 1, that may be rejected before the run fails (default 0.01). */
  readonly maxRejected?: number;
  /** The share of active registrations, or of a source's clinics, that one run may remove (default 0.02). */
  readonly maxExpired?: number | undefined;
  /** The share of the records, 0 to 1, of which one run may change the same field (default: any). */
  readonly maxChanged?: number | undefined;
  /** The fields that may change whatever `maxChanged` is, and `position` and `one-address` for moves. */
  readonly confirmChange?: readonly string[] | undefined;
  /** The exact number that may expire or close whatever `maxExpired` is. */
  readonly confirmExpiry?: number | undefined;
  /** Fails the run when the same file was first imported more than this number of days ago (default: never). */
  readonly maxSameDays?: number | undefined;
  /** Maximum number of changes in the result (default 20). */
  readonly changes?: number | undefined;
  /** The days for which observations hold, for the report (default: the domain's). */
  readonly evidenceDays?: EvidenceDays | undefined;
  /** Who runs it, for the audit (default: "import"). */
  readonly actor?: string | undefined;
  /** Does something else in the transaction of the run, as its last statement. A dry run leaves it out. */
  readonly beforeCommit?: (client: ClientBase, result: Pick<SyncResult, 'runId' | 'notice'>) => Promise<void>;
  /** Ends the run, also in the middle of a statement; what it did is rolled back. */
  readonly signal?: AbortSignal | undefined;
}

export interface SyncResult {
  /** Undefined for a dry run. */
  readonly runId?: string;
  /** The dataset version that the run made; undefined for a dry run. */
  readonly version?: string;
  readonly counts: SyncCounts;
  /** The sample records that were removed; undefined without any. */
  readonly removedSample: RemovedSample | undefined;
  /** What the run did not do, e.g. expire doctors as missing; empty where it did everything. */
  readonly notice: string;
  /** The first changes, field by field. */
  readonly differences: readonly NamedChange[];
  /** The number of all changes. */
  readonly changed: number;
  readonly report: RunReport;
  /** What the directory has none of after the run. */
  readonly lacks: readonly ('stations' | 'doctors')[];
  /** The time of the extract: what was stated, or else that of the first import of the same file, or now. */
  readonly extractedAt: Date;
  /** Whether the same file was imported before, and no time was stated: it confirms nothing since then. */
  readonly repeats: boolean;
}
