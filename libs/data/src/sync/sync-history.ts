import type { RunReport, SyncRecordKind } from '@care-atlas/domain/records';
import { type FindManyOptions, IsNull, LessThan, MoreThan, Not, Raw, type Repository } from 'typeorm';
import { withSession } from '../connection/native-connection.js';
import type { DatabaseScope } from '../connection/statement.js';
import { ImportJobEntity } from '../entities/imports/import-job.entity.js';
import { CorrectionEntity } from '../entities/imports/correction.entity.js';
import { SyncChangeEntity, type SyncChangeKind } from '../entities/imports/sync-change.entity.js';
import { SyncRejectEntity } from '../entities/imports/sync-reject.entity.js';
import { type DetailKind, SourceRecordEntity } from '../entities/imports/source-record.entity.js';
import { SyncRunEntity, type SyncStatus } from '../entities/imports/sync-run.entity.js';
import type { SyncChange } from './run/change-log.js';
import type { StoredRejects, SyncReject } from './run/reject-log.js';
import { skippedRows, SYNC_COUNT_NAMES, type SyncCounts } from './run/sync-counts.js';

export { skippedRows };
export type { RunReport, SyncChange, SyncChangeKind, SyncCounts, SyncRecordKind, SyncReject, SyncStatus };

/** A recorded run. */
export interface SyncRunRecord extends Readonly<
  Omit<
    SyncRunEntity,
    | keyof SyncCounts
    | 'extractedAt'
    | 'rejectsFormat'
    | 'rejectsFile'
    | 'rejectsMap'
    | 'report'
    | 'keepsRecords'
  >
> {
  readonly counts: SyncCounts;
}

/** The times at which the runs of a source last ended. */
export interface LastRuns {
  readonly source: string;
  /** Null when none has succeeded. */
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
}

/** The times at which backups last ended; null when none has. */
export type LastBackups = Readonly<Pick<LastRuns, 'succeededAt' | 'failedAt'>>;

/** A correction, whether it applies or has ended. */
export type CorrectionRecord = Readonly<CorrectionEntity>;

/** The number of deleted rows. */
export interface PrunedHistory {
  readonly changes: number;
  readonly rejects: number;
  readonly unmatched: number;
}

/** A service, an observation or a review that waits for its doctor or clinic. */
export interface UnmatchedRecord {
  readonly record: DetailKind;
  /** What identifies it within its kind. */
  readonly key: string;
  readonly registrationNumber: string | null;
  readonly clinicId: string | null;
  /** What its source says. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly source: string;
  /** The time of the newest extract that has it. */
  readonly receivedAt: Date;
}

/** The records that wait, by kind and source. */
export interface UnmatchedCount extends Pick<UnmatchedRecord, 'record' | 'source'> {
  readonly waiting: number;
  /** The time of the oldest of their newest extracts. */
  readonly oldest: Date;
}

export interface UnmatchedRecords {
  readonly counts: readonly UnmatchedCount[];
  /** The first ones, oldest first. */
  readonly records: readonly UnmatchedRecord[];
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
/** The details without their doctor or clinic, to follow "from". */
const WAITING = `source_record waiting where subject is not null and ended_at is null
  and not exists (select from clinic where id::text = subject)
  and not exists (select from doctor where doctor.registration_number = subject)`;
const OLD_RUNS = 'run_id in (select id from sync_run where started_at < :before)';

/** The history of runs. */
export class SyncHistory {
  readonly #runs: Repository<SyncRunEntity>;
  readonly #changes: Repository<SyncChangeEntity>;
  readonly #rejects: Repository<SyncRejectEntity>;
  readonly #records: Repository<SourceRecordEntity>;

  constructor(database: DatabaseScope) {
    this.#runs = database.getRepository(SyncRunEntity);
    this.#changes = database.getRepository(SyncChangeEntity);
    this.#rejects = database.getRepository(SyncRejectEntity);
    this.#records = database.getRepository(SourceRecordEntity);
  }

  /** Returns runs, newest first. @param offset the number of newer runs to leave out */
  runs(limit: number, offset = 0): Promise<readonly SyncRunRecord[]> {
    return this.#find({ take: limit, skip: offset });
  }

  countRuns(): Promise<number> {
    return this.#runs.count();
  }

  /** Returns the latest run of each source that succeeded, and one that failed since; none of a sample that was replaced. */
  async latestRuns(): Promise<readonly SyncRunRecord[]> {
    const runs = await this.#runs
      .createQueryBuilder('run')
      .distinctOn(['run.source', 'run.status'])
      .where(`run.status <> 'running'`)
      .andWhere(`(run.source <> 'sample' or not exists (select from clinic where origin <> 'sample'))`)
      .orderBy('run.source')
      .addOrderBy('run.status')
      .addOrderBy('run.startedAt', 'DESC')
      .addOrderBy('run.id')
      .getMany();
    const isReplaced = ({ source, startedAt }: SyncRunEntity) =>
      runs.some((other) => other.source === source && other.startedAt > startedAt);
    return runs.filter((run) => run.status === 'succeeded' || !isReplaced(run)).map(runRecord);
  }

  /** Returns all corrections, also those that ended, in the order in which they were made. */
  corrections(): Promise<readonly CorrectionRecord[]> {
    return this.#runs.manager.find(CorrectionEntity, { order: { id: 'ASC' } });
  }

  /** Returns when the runs of each source last succeeded and last failed. */
  lastRuns(): Promise<readonly LastRuns[]> {
    return this.#runs.query(
      `select source, max(finished_at) filter (where status = 'succeeded') as "succeededAt",
        max(finished_at) filter (where status = 'failed') as "failedAt"
      from sync_run group by source order by source`,
    );
  }

  /** Returns when a backup last succeeded and last failed. */
  async lastBackups(): Promise<LastBackups> {
    const [ends] = await this.#runs.query<[LastBackups]>(
      `select max(finished_at) filter (where succeeded) as "succeededAt",
        max(finished_at) filter (where not succeeded) as "failedAt"
      from backup_run`,
    );
    return ends;
  }

  /** Returns whether the server failed to archive its log since it last succeeded; no if it archives none. */
  async isArchiveFailing(): Promise<boolean> {
    const [row] = await this.#runs.query<{ failing: boolean }[]>(
      `select last_failed_time > coalesce(last_archived_time, '-infinity') as failing from pg_stat_archiver`,
    );
    return row?.failing ?? false;
  }

  /** Counts the uploads that were set aside and wait for a person. */
  parkedUploads(): Promise<number> {
    return this.#runs.manager.countBy(ImportJobEntity, { state: 'parked' });
  }

  /**
   * Returns the run with an id, or the only run whose id starts with a prefix of at least four characters.
   * @returns undefined when there is none, or more than one
   */
  async run(idOrPrefix: string): Promise<SyncRunRecord | undefined> {
    const prefix = idOrPrefix.toLowerCase();
    if (!PREFIX.test(prefix)) return undefined;
    const id = Raw((column) => `starts_with(cast(${column} as text), :prefix)`, { prefix });
    const runs = await this.#find({ where: { id }, take: 2 });
    return runs.length === 1 ? runs[0] : undefined;
  }

  /** Yields what a run changed, record by record, in its order; reads in batches. */
  async *changes(
    runId: string,
    { change, record, after = 0 }: ChangeFilter = {},
  ): AsyncGenerator<SyncChange & { readonly position: number }> {
    for (let position = after; ;) {
      const rows = await this.#changes.find({
        select: { position: true, record: true, key: true, change: true, fields: true },
        where: { runId, position: MoreThan(position), ...(change && { change }), ...(record && { record }) },
        order: { position: 'ASC' },
        take: BATCH_ROWS,
      });
      yield* rows;
      if (rows.length < BATCH_ROWS) return;
      position = rows.at(-1)!.position;
    }
  }

  /** Returns the rows that a run rejected or used without some values, in its order. The first 10,000 of each kind are stored. */
  async rejects(runId: string): Promise<readonly SyncReject[]> {
    const rows = await this.#rejects.find({ where: { runId }, order: { position: 'ASC' } });
    return rows.map(({ kind, line, columnName: column, value, reason }) => ({
      kind,
      line,
      column,
      value,
      reason,
    }));
  }

  /** Returns the report of a run; undefined when it failed, is running, or is older than reports. */
  async report(runId: string): Promise<RunReport | undefined> {
    const run = await this.#runs.findOne({ select: { id: true, report: true }, where: { id: runId } });
    return run?.report ?? undefined;
  }

  /** Returns when the file of a run was extracted from its source; undefined if that is not known. */
  async extractedAt(runId: string): Promise<Date | undefined> {
    return (await this.#runs.findOneBy({ id: runId }))?.extractedAt ?? undefined;
  }

  /** Returns the rejected rows of a run as a file, if it was stored. */
  async rejectsFile(runId: string): Promise<StoredRejects | undefined> {
    const select = { id: true, rejectsFormat: true, rejectsFile: true, rejectsMap: true } as const;
    const {
      rejectsFormat: format,
      rejectsFile: content,
      rejectsMap: map,
    } = (await this.#runs.findOne({ select, where: { id: runId } })) ?? {};
    return format && content ? { format, content, map: map ?? undefined } : undefined;
  }

  /** Returns what waits for its doctor or clinic. */
  async unmatched(limit: number): Promise<UnmatchedRecords> {
    const counts = await this.#records.query<UnmatchedCount[]>(
      `select kind as record, source, count(*)::integer as waiting, min(extracted_at) as oldest
      from ${WAITING} group by kind, source order by kind, source`,
    );
    const records = await this.#records.query<UnmatchedRecord[]>(
      `select kind as record, key, case when subject not like '%-%' then subject end as "registrationNumber",
        case when subject like '%-%' then subject end as "clinicId", fields as content, source, extracted_at as "receivedAt"
      from ${WAITING} order by extracted_at, kind, key limit $1`,
      [limit],
    );
    return { counts, records };
  }

  /**
   * Deletes the changes and rejected rows of runs that started before a time, and the feed of changes up to then. The
   * runs and their counts stay.
   * @param unmatchedBefore deletes also what waits for its doctor or clinic and no extract since this time has
   */
  async prune(before: Date, unmatchedBefore?: Date): Promise<PrunedHistory> {
    const [changes, rejects] = [this.#changes, this.#rejects].map((repository) =>
      repository.createQueryBuilder().delete().where(OLD_RUNS, { before }),
    );
    await this.#runs.update(
      { startedAt: LessThan(before), rejectsFile: Not(IsNull()) },
      { rejectsFile: null, rejectsMap: null },
    );
    await this.#pruneFeed(before);
    const [, unmatched] = unmatchedBefore
      ? await this.#records.query<[unknown[], number]>(
          `delete from source_record where (source, kind, key) in (
            select source, kind, key from ${WAITING} and extracted_at < $1)`,
          [unmatchedBefore],
        )
      : [[], 0];
    return {
      changes: (await changes!.execute()).affected ?? 0,
      rejects: (await rejects!.execute()).affected ?? 0,
      unmatched,
    };
  }

  /** Deletes what the feed of changes says of versions from before a time. */
  async #pruneFeed(before: Date): Promise<void> {
    await this.#runs.manager.query(
      `with deleted as (
        delete from directory_change where version in (select number from dataset_version where created_at < $1)
        returning seq
      ) update change_feed set pruned = (select max(seq) from deleted) where exists (select from deleted)`,
      [before],
    );
  }

  async #find(selection: FindManyOptions<SyncRunEntity>): Promise<readonly SyncRunRecord[]> {
    const runs = await this.#runs.find({ ...selection, order: { startedAt: 'DESC', id: 'ASC' } });
    return runs.map(runRecord);
  }
}

function runRecord(run: SyncRunEntity): SyncRunRecord {
  const { id, source, fileName, fileHash, startedAt, finishedAt, status, reason, complete } = run;
  const counts = Object.fromEntries(SYNC_COUNT_NAMES.map((name) => [name, run[name]])) as SyncCounts;
  return { id, source, fileName, fileHash, startedAt, finishedAt, status, reason, complete, counts };
}

/** Returns whether any synchronization has ever succeeded: if none has, the directory is as the migration left it. */
export async function hasSynchronized(databaseUrl: string): Promise<boolean> {
  const { rows } = await withSession(databaseUrl, 'care-atlas-history', (client) =>
    client.query(`select from sync_run where status = 'succeeded' limit 1`),
  );
  return rows.length > 0;
}
