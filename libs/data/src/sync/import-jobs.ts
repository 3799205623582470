import { type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { CORRECTIONS } from '@care-atlas/domain/records';
import {
  type Decision,
  type ImportGuard,
  ImportJobEntity,
  type ImportState,
} from '../entities/imports/import-job.entity.js';
import type { Attempt, DecisionJob, ImportJob, Mended, NewDecisionJob, NewImportJob } from './import-job.js';

/** A worker that was not heard of for so long has died. */
const LOST_MS = 60_000;
const LOST = 'The worker ended in the middle of the work.';
/** A job that lost its worker so often is not given to another one. */
export const MAX_LOSSES = 2;
const WAITING = ['waiting', 'confirmed'] as const satisfies readonly ImportState[];
const WORKED_ON = ['checking', 'importing'] as const satisfies readonly ImportState[];
/** The states from which an upload can be withdrawn: all before its end. */
export const CANCELABLE = [
  'draft',
  'review',
  'parked',
  ...WAITING,
  ...WORKED_ON,
] as const satisfies readonly ImportState[];
export const ENDED = ['done', 'failed', 'canceled'] as const satisfies readonly ImportState[];
/** Uploads that have arrived: a draft without rejected rows is one that arrives. */
const ARRIVED = [
  { decision: IsNull(), state: Not<ImportState>('draft') },
  { decision: IsNull(), mendsRun: Not(IsNull()) },
  { decision: IsNull(), mendsImport: Not(IsNull()) },
] as const;

type Selection = FindOptionsWhere<ImportJobEntity> | FindOptionsWhere<ImportJobEntity>[];
type JobChange = Parameters<Repository<ImportJobEntity>['update']>[1];

/** What the worker shall do: uploaded files and decisions, and what becomes of them. */
export class ImportJobRepository {
  readonly #jobs: Repository<ImportJobEntity>;

  constructor(database: DatabaseScope) {
    this.#jobs = database.getRepository(ImportJobEntity);
  }

  /** Adds a decision. @returns false if there is a job with its id */
  addDecision(job: NewDecisionJob): Promise<boolean> {
    return this.#insert({ ...job, source: CORRECTIONS, state: 'confirmed', confirmedBy: job.uploadedBy });
  }

  async #insert(job: Partial<ImportJobEntity>): Promise<boolean> {
    const row = this.#jobs.create(job);
    const { raw } = await this.#jobs
      .createQueryBuilder()
      .insert()
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length === 1;
  }

  /** Returns an upload that has arrived. */
  byId(id: string): Promise<ImportJob | undefined> {
    return this.#find<ImportJob>(ARRIVED.map((each) => ({ ...each, id })));
  }

  decisionById(id: string): Promise<DecisionJob | undefined> {
    return this.#find<DecisionJob>({ id, decision: Not(IsNull()) });
  }

  /** Returns uploads that have arrived, the newest first. */
  list(limit: number): Promise<ImportJob[]> {
    return this.#findAll<ImportJob>([...ARRIVED], limit);
  }

  /** Returns the decisions that are not carried out yet, and those that failed after a time, the newest first. */
  openDecisions(failedAfter: Date, limit: number): Promise<DecisionJob[]> {
    const decision = Not(IsNull());
    const open = [
      { decision, state: In([...WAITING, ...WORKED_ON]) },
      { decision, state: 'failed', finishedAt: MoreThan(failedAfter) } as const,
    ];
    return this.#findAll<DecisionJob>(open, limit);
  }

  /** Returns the uploads that mend rejected rows of a run or an upload, the newest first. */
  async mending({ mendsRun, mendsImport }: Mended): Promise<ImportJob[]> {
    const of = [
      ...(mendsRun === null ? [] : [{ mendsRun }]),
      ...(mendsImport === null ? [] : [{ mendsImport }]),
    ];
    return of.length === 0 ? [] : this.#findAll<ImportJob>(of);
  }

  /** Returns the upload that a run imported. */
  byRun(runId: string): Promise<ImportJob | undefined> {
    return this.#find<ImportJob>({ runId, decision: IsNull() });
  }

  async #find<Job extends ImportJob | DecisionJob>(where: Selection): Promise<Job | undefined> {
    return ((await this.#jobs.findOneBy(where)) ?? undefined) as Job | undefined;
  }

  /** Returns the selected jobs, the newest first. */
  async #findAll<Job extends ImportJob | DecisionJob>(where: Selection, take?: number): Promise<Job[]> {
    const order = { uploadedAt: 'DESC', id: 'ASC' } as const;
    return (await this.#jobs.find({ where, order, ...(take !== undefined && { take }) })) as Job[];
  }

  /**
   * Adds a draft of mended rows, unless the same rows are being mended already.
   * @returns the id of what mends them, and whether it is new; undefined if there is another job with the id
   */
  async addDraft(
    job: NewImportJob & Mended,
  ): Promise<{ readonly id: string; readonly isNew: boolean } | undefined> {
    // Two people who begin at once get one draft.
    await this.#jobs.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `mends ${job.mendsRun ?? job.mendsImport}`,
    ]);
    const open = (await this.mending(job)).find(({ state }) => !(ENDED as readonly string[]).includes(state));
    if (open) return { id: open.id, isNew: false };
    return (await this.#insert({ ...job, state: 'draft' })) ? { id: job.id, isNew: true } : undefined;
  }

  /** Locks an upload until the end of the transaction. @returns undefined unless it is a draft */
  async lockDraft(id: string): Promise<ImportJob | undefined> {
    const query = this.#jobs.createQueryBuilder('job').setLock('pessimistic_write');
    return ((await query.where(`job.id = :id and job.state = 'draft'`, { id }).getOne()) ?? undefined) as
      | ImportJob
      | undefined;
  }

  /** Lets the file of a draft be checked. */
  async submitDraft(id: string, file: Pick<ImportJob, 'bytes' | 'fileHash' | 'uploadedBy' | 'uploadedAt'>) {
    const waiting = { state: 'waiting', reason: '', guard: null, summary: null, version: null } as const;
    await this.#jobs.update({ id, state: 'draft' }, { ...file, ...waiting });
  }

  /** Makes a draft of mended rows that were checked, to be mended further. @returns whether it was done */
  async reopenDraft(id: string): Promise<boolean> {
    const mended = [{ mendsRun: Not(IsNull()) }, { mendsImport: Not(IsNull()) }];
    const query = this.#jobs.createQueryBuilder().update();
    const { affected } = await query
      .set({ state: 'draft', finishedAt: null })
      .where({ id, state: In(['review', 'failed', 'parked']), runId: IsNull() })
      .andWhere(mended)
      .execute();
    return affected === 1;
  }

  /** Confirms what was reviewed. @returns false if it is no longer in review, or was checked again meanwhile */
  confirm(id: string, by: string, version: string | null, fileHash: string): Promise<boolean> {
    const reviewed = { id, state: 'review', version: version ?? IsNull(), fileHash } as const;
    return this.#update(reviewed, { state: 'confirmed', confirmedBy: by });
  }

  /**
   * Withdraws an upload that has not ended. A worker that works on it stops: its import cannot be committed any more.
   * @returns whether it was withdrawn
   */
  cancel(id: string, at: Date): Promise<boolean> {
    return this.#update({ id, state: In([...CANCELABLE]) }, { state: 'canceled', finishedAt: at });
  }

  /** Withdraws a decision that has not been carried out, or that failed. @returns whether it was withdrawn */
  cancelDecision(id: string, at: Date): Promise<boolean> {
    const where = { id, state: In(['confirmed', 'importing', 'failed']), decision: Not(IsNull()) };
    return this.#update(where, { state: 'canceled', finishedAt: at });
  }

  /** Lets a parked file be checked again. @returns whether it was parked */
  unpark(id: string): Promise<boolean> {
    const again = { state: 'waiting', losses: 0, reason: '', finishedAt: null } as const;
    return this.#update({ id, state: 'parked' }, again);
  }

  /**
   * Gives the oldest job that waits, or whose worker died, to one worker.
   * @param resting the ids of jobs that are left out
   */
  async claim(now: Date, resting: readonly string[] = []): Promise<ImportJob | DecisionJob | undefined> {
    return this.#jobs.manager.transaction(async (manager) => {
      const job = await manager
        .getRepository(ImportJobEntity)
        .createQueryBuilder('job')
        .where('(job.state in (:...waiting) or job.state in (:...worked) and job.seenAt < :lost)', {
          waiting: WAITING,
          worked: WORKED_ON,
          lost: new Date(now.getTime() - LOST_MS),
        })
        .andWhere('job.id <> all(:resting)', { resting })
        .orderBy('job.uploadedAt')
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .limit(1)
        .getOne();
      if (!job) return undefined;
      // Nobody knows what a lost import did: the directory is compared with the file again. A decision is done together with
      // its end, so one that has no end was not carried out.
      const state = job.state === 'confirmed' || job.decision ? 'importing' : 'checking';
      const isLost = job.state === 'checking' || job.state === 'importing';
      const loss = isLost && { losses: job.losses + 1, reason: LOST };
      const claimed = { state, seenAt: now, progress: '', ...loss } as const;
      await manager.update(ImportJobEntity, { id: job.id }, claimed);
      return Object.assign(job, claimed) as ImportJob | DecisionJob;
    });
  }

  /** Says that the worker lives, and what it does. @returns false if the job was withdrawn, or given to another worker */
  async progress(job: Attempt, progress: string, now: Date): Promise<boolean> {
    if (await this.#change(job, { progress, seenAt: now })) return true;
    // Its run may have ended it a moment ago.
    return this.#jobs.existsBy({ id: job.id, state: 'done' });
  }

  /** Counts that the process of a job was lost, and leaves the job to the next one. @param reason why, for people */
  async lose(job: ImportJob, reason: string): Promise<void> {
    const left = { state: 'waiting', progress: '', reason, confirmedBy: null } as const;
    await this.#change(job, { ...left, losses: () => 'losses + 1' });
  }

  /** Sets a job aside, to be checked again or withdrawn by a person. */
  async park(job: ImportJob, at: Date, reason: string): Promise<void> {
    await this.#change(job, { state: 'parked', progress: '', reason, finishedAt: at });
  }

  /** Offers what a check found for review. */
  async review(
    job: ImportJob,
    found: { readonly guard: ImportGuard | null; readonly summary: object; readonly version: string | null },
  ): Promise<void> {
    await this.#change(job, { ...found, state: 'review', progress: '', confirmedBy: null, losses: 0 });
  }

  /** Lets a file be checked again. @param reason for people */
  async checkAgain(job: ImportJob, reason: string): Promise<void> {
    await this.#change(job, { state: 'waiting', confirmedBy: null, progress: '', reason });
  }

  /** Leaves a job to the next attempt as it was before this one. @param reason for people */
  async putBack(job: ImportJob | DecisionJob, reason = ''): Promise<void> {
    const state = job.state === 'importing' ? 'confirmed' : 'waiting';
    await this.#change(job, { state, progress: '', reason });
  }

  /** Keeps what an import did, once its run has ended it. */
  async summarize(id: string, summary: object): Promise<void> {
    await this.#jobs.update({ id, state: 'done' }, { summary });
  }

  /** @param decision what is kept of the decision, by default all of it */
  async fail(job: ImportJob | DecisionJob, at: Date, reason: string, decision?: Decision): Promise<void> {
    const end = { state: 'failed', progress: '', reason, finishedAt: at } as const;
    await this.#change(job, { ...end, ...(decision && { decision }) });
  }

  /** Changes a job, unless it was withdrawn, ended or given to another worker meanwhile. @returns whether it was changed */
  #change({ id, state, losses }: Attempt, change: JobChange): Promise<boolean> {
    return this.#update({ id, state, losses }, change);
  }

  async #update(where: FindOptionsWhere<ImportJobEntity>, change: JobChange): Promise<boolean> {
    return (await this.#jobs.update(where, change)).affected === 1;
  }

  /** Forgets uploads that ended or were parked, and drafts that began, before a time. @returns their ids, whose folders can go */
  async forget(before: Date): Promise<string[]> {
    const old = await this.#jobs.find({
      select: { id: true },
      where: [
        { state: In([...ENDED, 'parked']), finishedAt: LessThan(before) },
        { state: 'draft', uploadedAt: LessThan(before) },
      ],
    });
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await this.#jobs.delete({ id: In(ids) });
    return ids;
  }
}
