import { In, LessThan, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { type ImportGuard, ImportJobEntity, type ImportState } from '../entities/import-job.entity.js';

export type ImportJob = Readonly<ImportJobEntity>;
export type NewImportJob = Pick<
  ImportJob,
  'id' | 'source' | 'fileName' | 'bytes' | 'fileHash' | 'settings' | 'uploadedBy' | 'uploadedAt'
>;

/** A worker that was not heard of for so long has died. */
const LOST_MS = 60_000;
const WAITING = ['waiting', 'confirmed'] as const satisfies readonly ImportState[];
const WORKED_ON = ['checking', 'importing'] as const satisfies readonly ImportState[];
/** The states from which an upload can be withdrawn. */
export const CANCELABLE = ['waiting', 'review'] as const satisfies readonly ImportState[];
const ENDED = ['done', 'failed', 'canceled'] as const satisfies readonly ImportState[];

/** The uploaded files, and what becomes of them. */
export class ImportJobRepository {
  readonly #jobs: Repository<ImportJobEntity>;

  constructor(database: DatabaseScope) {
    this.#jobs = database.getRepository(ImportJobEntity);
  }

  /** Adds an upload. @returns false if there is one with its id */
  async add(job: NewImportJob): Promise<boolean> {
    const row = this.#jobs.create({ ...job, state: 'waiting' });
    const { raw } = await this.#jobs
      .createQueryBuilder()
      .insert()
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length === 1;
  }

  async byId(id: string): Promise<ImportJob | undefined> {
    return (await this.#jobs.findOneBy({ id })) ?? undefined;
  }

  /** Newest first. */
  list(limit: number): Promise<ImportJob[]> {
    return this.#jobs.find({ order: { uploadedAt: 'DESC', id: 'ASC' }, take: limit });
  }

  /** Confirms what was reviewed. @returns false if it is no longer in review, or was checked again meanwhile */
  async confirm(id: string, by: string, version: string | null): Promise<boolean> {
    const reviewed = this.#jobs.createQueryBuilder().update();
    const { affected } = await reviewed
      .set({ state: 'confirmed', confirmedBy: by })
      .where(`id = :id and state = 'review' and version is not distinct from :version`, { id, version })
      .execute();
    return affected === 1;
  }

  /** Withdraws an upload that is not worked on. @returns whether it was withdrawn */
  async cancel(id: string, at: Date): Promise<boolean> {
    const ended = { state: 'canceled', finishedAt: at } as const;
    const { affected } = await this.#jobs.update({ id, state: In([...CANCELABLE]) }, ended);
    return affected === 1;
  }

  /** Gives the oldest job that waits, or whose worker died, to one worker. */
  async claim(now: Date): Promise<ImportJob | undefined> {
    return this.#jobs.manager.transaction(async (manager) => {
      const job = await manager
        .getRepository(ImportJobEntity)
        .createQueryBuilder('job')
        .where('job.state in (:...waiting)', { waiting: WAITING })
        .orWhere('job.state in (:...worked) and job.seenAt < :lost', {
          worked: WORKED_ON,
          lost: new Date(now.getTime() - LOST_MS),
        })
        .orderBy('job.uploadedAt')
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .limit(1)
        .getOne();
      if (!job) return undefined;
      // Nobody knows what a lost import did: the directory is compared with the file again.
      const state = job.state === 'confirmed' ? 'importing' : 'checking';
      const claimed = { state, seenAt: now, progress: '' } as const;
      await manager.update(ImportJobEntity, { id: job.id }, claimed);
      return Object.assign(job, claimed);
    });
  }

  /** Says that the worker lives, and what it does. */
  async progress(id: string, progress: string, now: Date): Promise<void> {
    await this.#jobs.update({ id, state: In([...WORKED_ON]) }, { progress, seenAt: now });
  }

  /** Offers what a check found for review. */
  async review(
    id: string,
    found: { readonly guard: ImportGuard | null; readonly summary: object; readonly version: string | null },
  ): Promise<void> {
    await this.#jobs.update(
      { id, state: 'checking' },
      { ...found, state: 'review', progress: '', confirmedBy: null },
    );
  }

  /** Lets a file be checked again. @param reason for people */
  async checkAgain(id: string, reason: string): Promise<void> {
    const again = { state: 'waiting', confirmedBy: null, progress: '', reason } as const;
    await this.#jobs.update({ id, state: In([...WORKED_ON]) }, again);
  }

  async finish(id: string, at: Date, end: Pick<ImportJob, 'summary' | 'runId'>): Promise<void> {
    await this.#jobs.update({ id }, { ...end, state: 'done', progress: '', reason: '', finishedAt: at });
  }

  async fail(id: string, at: Date, reason: string): Promise<void> {
    await this.#jobs.update({ id }, { state: 'failed', progress: '', reason, finishedAt: at });
  }

  /** Forgets uploads that ended before a time. @returns their ids, whose folders can go */
  async forget(before: Date): Promise<string[]> {
    const old = await this.#jobs.find({
      select: { id: true },
      where: { state: In([...ENDED]), finishedAt: LessThan(before) },
    });
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await this.#jobs.delete({ id: In(ids) });
    return ids;
  }
}
