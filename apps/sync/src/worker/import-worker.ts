import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '@care-atlas/data/connection';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import {
  type DecisionJob,
  finishDecision,
  type ImportJob,
  ImportJobRepository,
  SyncBusyError,
} from '@care-atlas/data/sync';
import { errorText } from '../commands/error-text.js';
import { runDecision } from '../corrections/decision.js';
import { maskedDecision } from '../corrections/masked-decision.js';
import { withPackage } from '../hsds/with-package.js';
import { readMap } from '../mapping/read-map.js';
import { type ImportOptions, runImport } from '../run/import-run.js';
import type { ImportSummary } from '../run/import-summary.js';
import { Progress } from '../run/progress.js';
import { SOURCES } from '../sources/source-table.js';
import { NO_GUARD, optionsOf, withLimit } from './import-guard.js';
import { ProgressReporter } from './progress-reporter.js';

const POLL_MS = 1_000;
/** Short enough that nobody takes the worker for dead. */
const PROGRESS_MS = 1_000;
const BUSY_MS = 3_000;
const OUTAGE_MS = 5_000;
/** For so long, a change by somebody else may still be published by the one who made it. */
const FOLLOW_MS = 10_000;
const SHOWN_CHANGES = 100;
/** For how long uploads are kept after their end. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WAITS = 'Waiting for another import';
const CHANGED = 'The directory changed after the check, so the file is checked again.';
const STOPPED = 'The worker was stopped, so the file is checked again.';

/** What the worker needs. */
export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly database: Database;
  /** The folder with one folder for each upload. */
  readonly spool: string;
  readonly clock: () => Date;
  readonly log: (line: string) => void;
  /** Writes the files of GET /exports, unless they are there. @returns whether they are there now */
  readonly publish: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/**
 * Checks files that administrators upload, imports those that they confirm, and carries out their decisions about records, one
 * after the other. A check is an import that is rolled back. A worker that dies leaves its job to the next one.
 */
export class ImportWorker {
  readonly #jobs: ImportJobRepository;
  readonly #versions: DirectoryHistoryRepository;
  #prunedAt = 0;
  /** The newest version that is certainly published. */
  #published: string | null | undefined;
  /** The newest version, and when it was seen first. */
  #unpublished: { readonly version: string | null; readonly since: number } = { version: '', since: 0 };

  constructor(private readonly options: WorkerOptions) {
    this.#jobs = new ImportJobRepository(options.database);
    this.#versions = new DirectoryHistoryRepository(options.database);
  }

  /** Works until the signal. */
  async run(): Promise<void> {
    const { signal, clock, log } = this.options;
    while (!signal.aborted) {
      try {
        await this.#prune();
        const job = await this.#jobs.claim(clock());
        await (job ? this.#begin(job) : this.#idle());
      } catch (error) {
        log(`The worker waits: ${errorText(error)}`);
        await this.#pause(OUTAGE_MS);
      }
    }
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
    await (job.decision ? this.#decide(job) : this.#work(job));
    if (!this.options.signal.aborted) await this.#publish();
  }

  /** Carries out a decision. Its end is written in the transaction of the run. */
  async #decide({ id, decision, uploadedBy }: DecisionJob): Promise<void> {
    const { signal, clock, log, databaseUrl } = this.options;
    const what =
      'withdraws' in decision ? `withdraw ${decision.withdraws}` : `${decision.kind} ${decision.key}`;
    log(`Carrying out: ${what}.`);
    try {
      await this.#whenFree(
        () => void this.#jobs.progress(id, WAITS, clock()).catch(() => undefined),
        () =>
          runDecision(decision, {
            databaseUrl,
            now: clock(),
            by: uploadedBy,
            signal,
            beforeCommit: (client, { runId, notice }) =>
              finishDecision(client, id, { at: clock(), runId, notice }),
          }),
      );
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (signal.aborted) return await this.#jobs.putBack(id);
      log(`Not done: ${errorText(error)}`);
      await this.#jobs.fail(id, clock(), errorText(error), maskedDecision(decision));
    }
  }

  async #work(job: ImportJob): Promise<void> {
    const { signal, clock, log } = this.options;
    log(`${job.state === 'importing' ? 'Importing' : 'Checking'} ${job.fileName} (${job.source}).`);
    try {
      await (job.state === 'importing' ? this.#import(job) : this.#check(job));
      log(`Ended with ${job.fileName}.`);
    } catch (error) {
      // The job is taken up again once the database is back.
      if (isDatabaseUnavailable(error)) throw error;
      if (signal.aborted) return await this.#jobs.checkAgain(job.id, STOPPED);
      log(`${job.fileName} cannot be imported: ${errorText(error)}`);
      await this.#jobs.fail(job.id, clock(), errorText(error));
    }
  }

  /** Finds out what an import would do, also beyond the limits. */
  async #check(job: ImportJob): Promise<void> {
    const version = await this.#versions.newestVersion();
    let guard = NO_GUARD;
    for (;;) {
      try {
        const options = { ...optionsOf(guard), dryRun: true, changes: SHOWN_CHANGES };
        const summary = await this.#run(job, options);
        return await this.#jobs.review(job.id, {
          guard: guard.reasons.length > 0 ? guard : null,
          summary,
          version,
        });
      } catch (error) {
        const found = withLimit(guard, error);
        if (!found) throw error;
        guard = found;
      }
    }
  }

  async #import(job: ImportJob): Promise<void> {
    const { clock } = this.options;
    // What was confirmed is what the check found in this version.
    if ((await this.#versions.newestVersion()) !== job.version) {
      return this.#jobs.checkAgain(job.id, CHANGED);
    }
    const summary = await this.#run(job, optionsOf(job.guard ?? NO_GUARD));
    await this.#jobs.finish(job.id, clock(), { summary, runId: summary.runId });
  }

  async #run(job: ImportJob, more: Partial<ImportOptions>): Promise<ImportSummary> {
    const { databaseUrl, spool, clock, signal } = this.options;
    const { complete, extractedAt, encoding, agency, map: profile } = job.settings;
    const source = SOURCES.find(({ name }) => name === job.source)!;
    const map = profile === undefined ? undefined : await readMap(profile, source);
    const reporter = new ProgressReporter((text) => this.#jobs.progress(job.id, text, clock()));
    const progress = new Progress(reporter, clock, PROGRESS_MS);
    try {
      return await this.#whenFree(
        () => progress.step(WAITS),
        () =>
          withPackage(join(spool, job.id, 'file', job.fileName), source, map, (file) =>
            runImport(source, file.path, {
              databaseUrl,
              now: clock(),
              progress,
              signal,
              actor: job.confirmedBy ?? job.uploadedBy,
              complete,
              ...(extractedAt !== undefined && { extractedAt: new Date(extractedAt) }),
              ...(encoding !== undefined && { encoding }),
              ...(agency !== undefined && { agency }),
              ...file,
              name: job.fileName,
              rejects: join(spool, job.id, 'rejects'),
              ...more,
            }),
          ),
      );
    } finally {
      progress.end();
      await reporter.end();
    }
  }

  /** Does something that needs the directory for itself, after other imports. */
  async #whenFree<Result>(onWait: () => void, run: () => Promise<Result>): Promise<Result> {
    const { signal } = this.options;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof SyncBusyError)) throw error;
        onWait();
        await this.#pause(BUSY_MS);
        signal.throwIfAborted();
      }
    }
  }

  /** Forgets old uploads, once an hour. */
  async #prune(): Promise<void> {
    const now = this.options.clock().getTime();
    if (now - this.#prunedAt < HOUR_MS) return;
    this.#prunedAt = now;
    for (const id of await this.#jobs.forget(new Date(now - KEPT_DAYS * DAY_MS))) {
      await rm(join(this.options.spool, id), { recursive: true, force: true });
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.options.signal }).catch(() => undefined);
  }
}
