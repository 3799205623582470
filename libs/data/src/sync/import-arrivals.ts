import { IsNull, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ImportJobEntity } from '../entities/imports/import-job.entity.js';
import type { NewImportJob } from './import-job.js';

/** Longer than a request may take to arrive: the process that took an older one has died. */
const LONGEST_ARRIVAL_MS = 120_000;

/** An upload that arrives. Its time tells it from a later one that took over its id. */
export interface Arrival {
  readonly id: string;
  readonly since: Date;
}

/** What is known of an upload before it has arrived. */
export type ArrivingJob = Omit<NewImportJob, 'bytes' | 'fileHash' | 'uploadedAt'>;

/**
 * Uploads while they arrive. A row claims the id before a byte is written, and whoever has the row owns the folder. It is a
 * draft of no rejected rows, which lists, workers and people do not see.
 */
export class ImportArrivals {
  readonly #jobs: Repository<ImportJobEntity>;

  constructor(database: DatabaseScope) {
    this.#jobs = database.getRepository(ImportJobEntity);
  }

  /** Claims the id of an upload. @returns undefined if there is a job with it, or an upload that arrives */
  async claim(job: ArrivingJob, now: Date): Promise<Arrival | undefined> {
    const { id, source, fileName, settings, uploadedBy } = job;
    const values = [id, source, fileName, JSON.stringify(settings), uploadedBy, now, lostBefore(now)];
    const rows = await this.#jobs.query<unknown[]>(CLAIM, values);
    return rows.length === 1 ? { id, since: now } : undefined;
  }

  /** Lets a file that has arrived be checked. @returns false if another upload took over the id */
  async complete(
    arrival: Arrival,
    { bytes, fileHash }: Pick<NewImportJob, 'bytes' | 'fileHash'>,
    now: Date,
  ): Promise<boolean> {
    const arrived = { state: 'waiting', bytes, fileHash, uploadedAt: now, seenAt: null } as const;
    return (await this.#jobs.update(arriving(arrival), arrived)).affected === 1;
  }

  /**
   * Gives up the id of an upload that did not arrive.
   * @param clean removes what it left; nobody else has the id meanwhile
   * @returns false if another upload took over the id, or it arrived after all
   */
  release(arrival: Arrival, clean: () => Promise<void>): Promise<boolean> {
    return this.#jobs.manager.transaction(async (manager) => {
      const { affected } = await manager.update(ImportJobEntity, arriving(arrival), { seenAt: new Date(0) });
      if (affected !== 1) return false;
      await clean();
      return true;
    });
  }

  /**
   * Does something with an id that no upload has: that of a process that died, or one without a row.
   * @returns false if there is a job with it, or an upload that arrives
   */
  withAbandoned(id: string, now: Date, work: () => Promise<void>): Promise<boolean> {
    return this.#jobs.manager.transaction(async (manager) => {
      const query = manager.createQueryBuilder(ImportJobEntity, 'job').setLock('pessimistic_write');
      const job = await query.where('job.id = :id', { id }).getOne();
      if (job && !(isArriving(job) && job.seenAt! < lostBefore(now))) return false;
      await work();
      // Should it live after all, it learns that it lost the id.
      if (job) await manager.update(ImportJobEntity, { id }, { seenAt: new Date(0) });
      return true;
    });
  }
}

/** As `isArriving`, for one of some time. */
function arriving({ id, since }: Arrival) {
  return { id, state: 'draft', mendsRun: IsNull(), mendsImport: IsNull(), seenAt: since } as const;
}

function isArriving({ state, mendsRun, mendsImport }: ImportJobEntity): boolean {
  return state === 'draft' && mendsRun === null && mendsImport === null;
}

function lostBefore(now: Date): Date {
  return new Date(now.getTime() - LONGEST_ARRIVAL_MS);
}

// One statement, so that of several at once one claims the id.
const CLAIM = `insert into import_job as taken
    (id, source, file_name, settings, uploaded_by, uploaded_at, seen_at, bytes, file_hash, state)
  values ($1, $2, $3, $4, $5, $6, $6, 0, '', 'draft')
  on conflict (id) do update set (source, file_name, settings, uploaded_by, uploaded_at, seen_at) =
    (excluded.source, excluded.file_name, excluded.settings, excluded.uploaded_by, excluded.uploaded_at, excluded.seen_at)
  where taken.state = 'draft' and taken.mends_run is null and taken.mends_import is null and taken.seen_at < $7
  returning id`;
