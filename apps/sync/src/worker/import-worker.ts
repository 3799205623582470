import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '@care-atlas/data/connection';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import {
  type Attempt,
  type DecisionJob,
  finishJob,
  type ImportJob,
  ImportJobRepository,
  isRunning,
  MAX_LOSSES,
  SyncBusyError,
} from '@care-atlas/data/sync';
import type { EvidenceDays } from '@care-atlas/domain/rules';
import { errorText } from '../run/error-text.js';
import { runDecision } from '../corrections/decision.js';
import { maskedDecision } from '../corrections/masked-decision.js';
import { excessText, type ReadLimits } from '../limits/read-limits.js';
import { shippedPath } from '../sources/shipped-path.js';
import { Heartbeat } from './heartbeat.js';
import { Interruptions } from './interruptions.js';
import { runTask } from './run-task.js';
import type { Outcome } from './task.js';
import { UploadFolder } from './upload-folder.js';

const POLL_MS = 1_000;
/** Short enough that nobody takes the worker for dead, and that one who withdraws an upload does not wait. */
const BEAT_MS = 1_000;
const BUSY_MS = 3_000;
const OUTAGE_MS = 5_000;
/** For so long, a change by somebody else may still be published by the one who made it. */
const FOLLOW_MS = 10_000;
/** For how long uploads are kept after their end. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WAITS = 'Waiting for another import';
const CHANGED = 'The directory changed after the check, so the file is checked again.';
const WITHDRAWN = 'Withdrawn, or taken over by another worker';
const STOPPED = 'The worker was stopped, so the file is checked again.';

/** What the worker needs. */
export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly database: Database;
  /** The folder with one folder for each upload. */
  readonly spool: string;
  readonly limits: ReadLimits;
  readonly clock: () => Date;
  readonly log: (line: string) => void;
  /** The days for which observations hold, for the report. */
  readonly evidenceDays?: EvidenceDays | undefined;
  /** Writes the files of GET /exports, unless they are there. @returns whether they are there now */
  readonly publish: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/**
 * Checks files that administrators upload, imports those that they confirm, and carries out their decisions about records, one
 * after the other. A file is read by a process of its own, with limits of memory and time: no file takes the worker. A worker
 * that dies leaves its job to the next one; a job that was left too often is set aside.
 */
export class ImportWorker {
  readonly #jobs: ImportJobRepository;
  readonly #versions: DirectoryHistoryRepository;
  #prunedAt = 0;
  /** The newest version that is certainly published. */
  #published: string | null | undefined;
  /** The newest version, and when it was seen first. */
  #unpublished: { readonly version: string | null; readonly since: number } = { version: '', since: 0 };
  readonly #interruptions: Interruptions;

  constructor(private readonly options: WorkerOptions) {
    this.#jobs = new ImportJobRepository(options.database);
    this.#versions = new DirectoryHistoryRepository(options.database);
    this.#interruptions = new Interruptions(this.#jobs, options.clock, options.log);
  }

  /** Works until the signal. */
  async run(): Promise<void> {
    const { signal, clock, log } = this.options;
    while (!signal.aborted) {
      try {
        await this.#prune();
        await this.#interruptions.putBack();
        const job = await this.#jobs.claim(clock(), this.#interruptions.resting);
        await (job ? this.#begin(job) : this.#idle());
      } catch (error) {
        log(`The worker waits: ${errorText(error)}`);
        await this.#pause(OUTAGE_MS);
      }
    }
    // Otherwise the next worker would take it for lost.
    await this.#interruptions.putBack().catch((error: unknown) => log(`Left: ${errorText(error)}`));
  }

  /** Publishes what others changed, once those who publish themselves have had the time. */
  async #idle(): Promise<void> {
    const version = await this.#versions.newestVersion();
    const now = this.options.clock().getTime();
    if (version !== this.#unpublished.version) this.#unpublished = { version, since: now };
    if (now - this.#unpublished.since >= FOLLOW_MS) {
      // After a failure, it is tried again as late as the first time.
      this.#unpublished = { version, since: now };
      await this.#publish();
    }
    await this.#pause(POLL_MS);
  }

  async #publish(): Promise<void> {
    const version = await this.#versions.newestVersion();
    if (version !== this.#published && (await this.options.publish())) this.#published = version;
  }

  /** Does a job, and publishes what it changed: its end is written before. */
  async #begin(job: ImportJob | DecisionJob): Promise<void> {
    await this.#attempt(job);
    this.#interruptions.end(job);
    if (!this.options.signal.aborted) await this.#publish();
  }

  #attempt(job: ImportJob | DecisionJob): Promise<void> {
    if (job.losses >= MAX_LOSSES) return this.#setAside(job);
    return job.decision ? this.#decide(job) : this.#work(job);
  }

  /** Ends the attempts at a job: it would hold up the others for ever. */
  async #setAside(job: ImportJob | DecisionJob): Promise<void> {
    const { clock, log } = this.options;
    const { reason, losses } = job;
    const cause = `${reason} This happened ${losses} times, so it is not tried again by itself.`;
    if (job.decision) {
      log(`Given up: ${cause}`);
      return this.#jobs.fail(job, clock(), cause, maskedDecision(job.decision));
    }
    log(`${job.fileName} is set aside: ${cause}`);
    const remedy =
      'Look at the log and the memory of the worker, then check the file again; or withdraw it, and import it with `npm run sync`.';
    return this.#jobs.park(job, clock(), `${cause} ${remedy}`);
  }

  /** Carries out a decision. Its end is written in the transaction of the run. */
  async #decide(job: DecisionJob): Promise<void> {
    const { decision, uploadedBy } = job;
    const { signal, clock, log, databaseUrl } = this.options;
    const what =
      'withdraws' in decision ? `withdraw ${decision.withdraws}` : `${decision.kind} ${decision.key}`;
    log(`Carrying out: ${what}.`);
    const heartbeat = this.#heartbeat(job);
    const stop = AbortSignal.any([signal, heartbeat.withdrawn]);
    try {
      await this.#whenFree(heartbeat, stop, () =>
        runDecision(decision, {
          databaseUrl,
          now: clock(),
          by: uploadedBy,
          signal: stop,
          beforeCommit: (client, { runId, notice }) => finishJob(client, job, { at: clock(), runId, notice }),
        }),
      );
    } catch (error) {
      if (heartbeat.withdrawn.aborted) return log(`${WITHDRAWN}: ${what}.`);
      if (signal.aborted) return await this.#jobs.putBack(job);
      if (isDatabaseUnavailable(error)) this.#interrupt(job, error);
      log(`Not done: ${errorText(error)}`);
      await this.#jobs.fail(job, clock(), errorText(error), maskedDecision(decision));
    } finally {
      await heartbeat.end();
    }
  }

  async #work(job: ImportJob): Promise<void> {
    const { signal, clock, log, spool } = this.options;
    const { id, fileName } = job;
    log(`${job.state === 'importing' ? 'Importing' : 'Checking'} ${fileName} (${job.source}).`);
    const folder = new UploadFolder(spool, id);
    const heartbeat = this.#heartbeat(job);
    const stop = AbortSignal.any([signal, heartbeat.withdrawn]);
    try {
      // What was confirmed is what the check found in this version. A shipped file may be confirmed without a check.
      const version = await this.#versions.newestVersion();
      if (job.state === 'importing' && job.summary !== null && version !== job.version) {
        return await this.#jobs.checkAgain(job, CHANGED);
      }
      const outcome = await this.#whenFree(heartbeat, stop, () => this.#read(job, folder, heartbeat, stop));
      await heartbeat.end();
      await this.#conclude(job, version, outcome);
    } catch (error) {
      if (signal.aborted) return await this.#jobs.checkAgain(job, STOPPED);
      if (heartbeat.withdrawn.aborted) return log(`${WITHDRAWN}: ${fileName}.`);
      if (isDatabaseUnavailable(error)) this.#interrupt(job, error);
      log(`${fileName} cannot be imported: ${errorText(error)}`);
      await this.#jobs.fail(job, clock(), errorText(error));
    } finally {
      await heartbeat.end();
      if (await this.#isWithdrawn(id)) await folder.remove();
    }
  }

  /** Checks or imports a file in a process of its own. */
  async #read(
    job: ImportJob,
    folder: UploadFolder,
    heartbeat: Heartbeat,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { databaseUrl, limits, evidenceDays } = this.options;
    const { id, losses, source, fileName, settings, guard, state, confirmedBy, uploadedBy } = job;
    const temporary = await folder.makeTemporary();
    try {
      const outcome = await runTask(
        {
          kind: state === 'importing' ? 'import' : 'check',
          id,
          losses,
          databaseUrl,
          source,
          path: settings.shipped ? shippedPath(fileName) : folder.file(fileName),
          fileName,
          rejects: folder.rejects,
          settings,
          guard,
          actor: confirmedBy ?? uploadedBy,
          limits,
          evidenceDays,
        },
        { temporary, signal, onProgress: (line) => heartbeat.write(line) },
      );
      if (outcome.kind === 'busy') throw new SyncBusyError();
      return outcome;
    } finally {
      await folder.sweep();
    }
  }

  /** Writes down how an attempt ended. A job that was withdrawn meanwhile stays so. */
  async #conclude(job: ImportJob, version: string | null, outcome: Outcome): Promise<void> {
    const { clock, log, limits, signal } = this.options;
    const { id, fileName } = job;
    const fail = async (reason: string) => {
      log(`${fileName} cannot be imported: ${reason}`);
      await this.#jobs.fail(job, clock(), reason);
    };
    switch (outcome.kind) {
      case 'checked':
        await this.#jobs.review(job, { guard: outcome.guard, summary: outcome.summary, version });
        return log(`Ended with ${fileName}.`);
      case 'imported':
        await this.#jobs.summarize(id, outcome.summary);
        return log(`Ended with ${fileName}.`);
      case 'failed':
        return fail(outcome.reason);
      case 'exceeded':
        return fail(excessText(limits, outcome));
      case 'lost':
        log(`The process that read ${fileName} ended: ${outcome.how}.`);
        return this.#jobs.lose(job, `The process that reads the file ended in the middle (${outcome.how}).`);
      case 'unavailable':
        log(`The worker waits: ${outcome.reason}`);
        this.#interruptions.add(job, outcome.reason);
        return this.#pause(OUTAGE_MS);
      case 'stopped':
        log(`Stopped with ${fileName}.`);
        return signal.aborted ? this.#jobs.checkAgain(job, STOPPED) : undefined;
      case 'busy':
        throw new SyncBusyError();
    }
  }

  /** Leaves a job that the database interrupted. @throws the error */
  #interrupt(job: ImportJob | DecisionJob, error: unknown): never {
    this.#interruptions.add(job, errorText(error));
    throw error;
  }

  #heartbeat(job: Attempt): Heartbeat {
    const beat = (text: string) => this.#jobs.progress(job, text, this.options.clock());
    return new Heartbeat(beat, BEAT_MS);
  }

  async #isWithdrawn(id: string): Promise<boolean> {
    const job = await this.#jobs.byId(id).catch(() => undefined);
    return job?.state === 'canceled';
  }

  /** Does something that needs the directory for itself, after other imports. */
  async #whenFree<Result>(
    heartbeat: Heartbeat,
    signal: AbortSignal,
    run: () => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof SyncBusyError)) throw error;
        heartbeat.write(WAITS);
        // An attempt would read the packages of a file again, in another process.
        do await sleep(BUSY_MS, undefined, { signal });
        while (await isRunning(this.options.database));
      }
    }
  }

  /** Forgets old uploads, once an hour. */
  async #prune(): Promise<void> {
    const now = this.options.clock().getTime();
    if (now - this.#prunedAt < HOUR_MS) return;
    this.#prunedAt = now;
    for (const id of await this.#jobs.forget(new Date(now - KEPT_DAYS * DAY_MS))) {
      await new UploadFolder(this.options.spool, id).remove();
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.options.signal }).catch(() => undefined);
  }
}
