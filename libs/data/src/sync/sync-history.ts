import type { Pool } from 'pg';
import { columnName } from '../connection/column-name.js';
import { connect, disconnect } from '../connection/native-connection.js';
import type { SyncChangeKind, SyncRecordKind } from '../entities/sync-change.entity.js';
import type { SyncRunEntity, SyncStatus } from '../entities/sync-run.entity.js';
import type { SyncChange } from './run/change-log.js';
import type { ColumnProperty } from './run/entity-table.js';
import type { StoredRejects, SyncReject } from './run/reject.js';
import { skippedRows, SYNC_COUNT_NAMES, type SyncCounts } from './run/sync-counts.js';

export { skippedRows };
export type { SyncChange, SyncChangeKind, SyncCounts, SyncRecordKind, SyncReject, SyncStatus };

const RUN_PROPERTIES = [
  'id',
  'source',
  'fileName',
  'fileHash',
  'startedAt',
  'finishedAt',
  'status',
  'reason',
  'complete',
] as const satisfies readonly ColumnProperty<SyncRunEntity>[];

/** A recorded run. */
export interface SyncRunRecord extends Readonly<Pick<SyncRunEntity, (typeof RUN_PROPERTIES)[number]>> {
  readonly counts: SyncCounts;
}

/** The times at which the runs of a source last ended. */
export interface LastRuns {
  readonly source: string;
  /** Null when none has succeeded. */
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
}

/** The number of deleted rows. */
export interface PrunedHistory {
  readonly changes: number;
  readonly rejects: number;
}

/** Selects changes of a run. */
export interface ChangeFilter {
  readonly change?: SyncChangeKind;
  readonly record?: SyncRecordKind;
  /** Only changes after this position, for paging (default 0, the beginning). */
  readonly after?: number;
}

const BATCH_ROWS = 1000;
const PREFIX = /^[0-9a-f-]{4,36}$/;
const RUN_COLUMNS = RUN_PROPERTIES.map((property) => `${columnName(property)} as "${property}"`).join(', ');
const RUN_COUNTS = SYNC_COUNT_NAMES.map((name) => `'${name}', ${name}`).join(', ');

/** Reads the history of runs: `new SyncHistory(database.pool)`. */
export class SyncHistory {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** Returns the latest runs, newest first. */
  runs(limit: number): Promise<readonly SyncRunRecord[]> {
    return this.#runs('true', 'limit $1', [limit]);
  }

  /** Returns when the runs of each source last succeeded and last failed. */
  async lastRuns(): Promise<readonly LastRuns[]> {
    const { rows } = await this.pool.query<LastRuns>(
      `select source, max(finished_at) filter (where status = 'succeeded') as "succeededAt",
        max(finished_at) filter (where status = 'failed') as "failedAt"
      from sync_run group by source order by source`,
    );
    return rows;
  }

  /**
   * Returns the run with an id, or the only run whose id starts with a prefix of at least four characters.
   * @returns undefined when there is none, or more than one
   */
  async run(idOrPrefix: string): Promise<SyncRunRecord | undefined> {
    const prefix = idOrPrefix.toLowerCase();
    if (!PREFIX.test(prefix)) return undefined;
    const runs = await this.#runs(`starts_with(id::text, $1)`, 'limit 2', [prefix]);
    return runs.length === 1 ? runs[0] : undefined;
  }

  /** Yields what a run changed, record by record, in its order; reads in batches. */
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

  /** Returns the rows that a run rejected, in its order. The first 10,000 are stored. */
  async rejects(runId: string): Promise<readonly SyncReject[]> {
    const { rows } = await this.pool.query<SyncReject>(
      `select line, column_name as column, value, reason from sync_reject where run_id = $1 order by position`,
      [runId],
    );
    return rows;
  }

  /** Returns the rejected rows of a run as a file, if it was stored. */
  async rejectsFile(runId: string): Promise<StoredRejects | undefined> {
    const { rows } = await this.pool.query<StoredRejects>(
      `select rejects_format as format, rejects_file as content from sync_run
      where id = $1 and rejects_file is not null`,
      [runId],
    );
    return rows[0];
  }

  /** Deletes the changes and rejected rows of runs that started before a time. The runs and their counts stay. */
  async prune(before: Date): Promise<PrunedHistory> {
    const old = 'run_id in (select id from sync_run where started_at < $1)';
    const changes = await this.pool.query(`delete from sync_change where ${old}`, [before]);
    const rejects = await this.pool.query(`delete from sync_reject where ${old}`, [before]);
    await this.pool.query(
      'update sync_run set rejects_file = null where rejects_file is not null and started_at < $1',
      [before],
    );
    return { changes: changes.rowCount ?? 0, rejects: rejects.rowCount ?? 0 };
  }

  async #runs(where: string, limit: string, values: unknown[]): Promise<readonly SyncRunRecord[]> {
    const { rows } = await this.pool.query<SyncRunRecord>(
      `select ${RUN_COLUMNS}, json_build_object(${RUN_COUNTS}) as counts
      from sync_run where ${where} order by started_at desc, id ${limit}`,
      values,
    );
    return rows;
  }
}

/** Returns whether any synchronization has ever succeeded: if none has, the directory is as the migration left it. */
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
