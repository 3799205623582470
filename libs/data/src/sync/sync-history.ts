import type { Pool } from 'pg';
import { connect, disconnect } from '../connection/connection.js';
import type { SyncStatus } from '../entities/sync-run.entity.js';
import type { SyncChangeKind, SyncRecordKind } from '../entities/sync-change.entity.js';
import type { SyncChange } from './run/change-log.js';
import type { SyncReject } from './run/reject.js';
import { leftOut, SYNC_COUNT_NAMES, type SyncCounts } from './run/sync-counts.js';

export { leftOut };
export type { SyncChange, SyncChangeKind, SyncCounts, SyncRecordKind, SyncReject, SyncStatus };

/** A run as it is remembered. */
export interface SyncRunRecord {
  readonly id: string;
  readonly source: string;
  readonly fileName: string | null;
  /** SHA-256, hexadecimal. */
  readonly fileHash: string | null;
  readonly startedAt: Date;
  /** Null while it is running. */
  readonly finishedAt: Date | null;
  readonly status: SyncStatus;
  /** Why it failed, or why it expired or closed nothing that was missing; empty otherwise. */
  readonly reason: string;
  /** Whether the source was called complete. */
  readonly complete: boolean;
  readonly counts: SyncCounts;
}

/** How the synchronizations of a source ended last. */
export interface LastRuns {
  readonly source: string;
  /** Null when none has. */
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
}

/** What was forgotten. */
export interface PrunedHistory {
  readonly changes: number;
  readonly rejects: number;
}

/** Which changes of a run are asked for. */
export interface ChangeFilter {
  readonly change?: SyncChangeKind;
  readonly record?: SyncRecordKind;
  /** Only those after this position, for paging; 0 is the beginning. */
  readonly after?: number;
}

const BATCH_ROWS = 1000;
const PREFIX = /^[0-9a-f-]{4,36}$/;

/** Looks back at runs. It needs no more of a database than its pool: `new SyncHistory(database.pool)`. */
export class SyncHistory {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** The newest runs first. */
  runs(limit: number): Promise<readonly SyncRunRecord[]> {
    return this.#runs('true', 'limit $1', [limit]);
  }

  /** When each source was last synchronized, and when that last failed. */
  async lastRuns(): Promise<readonly LastRuns[]> {
    const { rows } = await this.pool.query<LastRuns>(
      `select source, max(finished_at) filter (where status = 'succeeded') as "succeededAt",
        max(finished_at) filter (where status = 'failed') as "failedAt"
      from sync_run group by source order by source`,
    );
    return rows;
  }

  /**
   * The run with an id, or the one run whose id begins so (at least four characters).
   * @returns undefined when there is none, or when several begin so
   */
  async run(idOrPrefix: string): Promise<SyncRunRecord | undefined> {
    const prefix = idOrPrefix.toLowerCase();
    if (!PREFIX.test(prefix)) return undefined;
    const runs = await this.#runs(`starts_with(id::text, $1)`, 'limit 2', [prefix]);
    return runs.length === 1 ? runs[0] : undefined;
  }

  /** What a run changed, record by record, in the order in which it did; read in batches. */
  async *changes(
    runId: string,
    { change, record, after = 0 }: ChangeFilter = {},
  ): AsyncGenerator<SyncChange & { readonly position: number }> {
    for (let position = after; ;) {
      const { rows } = await this.pool.query<SyncChange & { position: number }>(
        `select position, record, key, change, fields from sync_change
        where run_id = $1 and position > $2 and ($3::text is null or change = $3) and ($4::text is null or record = $4)
        order by position limit ${BATCH_ROWS}`,
        [runId, position, change, record],
      );
      yield* rows;
      if (rows.length < BATCH_ROWS) return;
      position = rows.at(-1)!.position;
    }
  }

  /** The rows that a run could not use, in its order: the first 10,000 are kept. */
  async rejects(runId: string): Promise<readonly SyncReject[]> {
    const { rows } = await this.pool.query<SyncReject>(
      `select line, column_name as column, value, reason from sync_reject where run_id = $1 order by position`,
      [runId],
    );
    return rows;
  }

  /**
   * Forgets what runs that started before a time changed, record by record, and which rows they rejected. The runs
   * and their counts stay.
   */
  async prune(before: Date): Promise<PrunedHistory> {
    const old = 'run_id in (select id from sync_run where started_at < $1)';
    const changes = await this.pool.query(`delete from sync_change where ${old}`, [before]);
    const rejects = await this.pool.query(`delete from sync_reject where ${old}`, [before]);
    return { changes: changes.rowCount ?? 0, rejects: rejects.rowCount ?? 0 };
  }

  async #runs(where: string, limit: string, values: readonly unknown[]): Promise<readonly SyncRunRecord[]> {
    const { rows } = await this.pool.query<SyncRunRecord>(
      `select id, source, file_name as "fileName", file_hash as "fileHash", started_at as "startedAt",
        finished_at as "finishedAt", status, reason, complete,
        json_build_object(${SYNC_COUNT_NAMES.map((name) => `'${name}', ${name}`).join(', ')}) as counts
      from sync_run where ${where} order by started_at desc, id ${limit}`,
      [...values],
    );
    return rows;
  }
}

/** Whether any synchronization has ever succeeded: if none has, the directory is as its migration left it. */
export async function hasSynchronized(databaseUrl: string): Promise<boolean> {
  const client = await connect(databaseUrl, 'care-atlas-history');
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from sync_run where status = 'succeeded') as found`,
    );
    return rows[0]!.found;
  } finally {
    await disconnect(client);
  }
}
