import { randomUUID } from 'node:crypto';
import { EVIDENCE_DAYS } from '@care-atlas/domain/rules';
import { type ClientBase, DatabaseError } from 'pg';
import { cancelStatement, connect, disconnect, withSession } from '../connection/native-connection.js';
import { publishVersion } from '../directory/loading/dataset-version.js';
import { recordEvent } from '../administration/audit-event.js';
import { deriveAcceptance } from './clinics/acceptance.js';
import { endDueCorrections } from './corrections/make-correction.js';
import { judgedDays } from './feed/moved-by-clock.js';
import {
  beginFeed,
  collectChanges,
  endFeed,
  eraseImages,
  numberChanges,
  storeChanges,
} from './feed/collect-changes.js';
import { adoptDirectory } from './records/adopt-directory.js';
import { createTouched, hasTouched } from './records/touched-records.js';
import { applyTouched } from './resolve/apply-touched.js';
import { ChangeLog, type NamedChange, type SyncChange } from './run/change-log.js';
import { RejectLog } from './run/reject-log.js';
import type { NoteKind, SyncReject } from './run/reject-log.js';
import { percent } from './run/removal-limit.js';
import { runReport } from './run/run-report.js';
import {
  firstImport,
  recordEnd,
  recordFailure,
  recordStart,
  requireNewFile,
  type SyncSource,
} from './run-record.js';
import { beginRealData, type RemovedSample, separateSample } from './sample-data.js';
import { acquireRunLock, releaseRunLock } from './run/run-lock.js';
import { requireRedistributable, storeFacts } from './run/source-facts.js';
import type { SyncContext } from './run/sync-context.js';
import type { SyncCounts } from './run/sync-counts.js';
import type { SyncOptions, SyncResult } from './sync-options.js';
import { SyncWriter } from './sync-writer.js';

export { ChangeLimitError } from './run/change-limit.js';
export { RemovalLimitError } from './run/removal-limit.js';
export { SampleDataError } from './sample-data.js';
export { NotRedistributableError, type SourceFacts } from './run/source-facts.js';
export type { SyncOptions, SyncResult };
export type { NamedChange, NoteKind, RemovedSample, SyncChange, SyncCounts, SyncReject, SyncSource };

const APPLICATION_NAME = 'care-atlas-sync';
/** The tables that a run may analyze. */
const ANALYZED =
  'source_record, clinic, opening_interval, doctor, review, specialty_service, availability_observation';
const DIFFERENCES = 20;
const MAX_REJECTED = 0.01;
const MAX_EXPIRED = 0.02;

/**
 * Writes data into the directory; there is no other way in. What `work` writes becomes visible at once when it
 * succeeds, as a new dataset version, and not at all when anything fails. The run is recorded either way.
 * @param now when the run starts; it ends at this time plus the time that passed
 * @throws when another run is in progress, when the directory holds sample data and the source is another, when the source
 * is marked as not redistributable, when more rows are rejected or more records would go than the options
 * allow, and whatever made the run fail
 */
export async function runSync(
  databaseUrl: string,
  source: SyncSource,
  now: Date,
  work: (writer: SyncWriter) => Promise<void>,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const startedAt = performance.now();
  const clock = () => new Date(now.getTime() + (performance.now() - startedAt));
  const client = await connect(databaseUrl, APPLICATION_NAME);
  const interrupt = () => void cancelStatement(databaseUrl, APPLICATION_NAME, client);
  options.signal?.addEventListener('abort', interrupt);
  try {
    options.signal?.throwIfAborted();
    // When this process is killed in a statement, the server ends it, rolls back and releases the lock. A server whose system
    // cannot notice refuses, and ends the statement first.
    await client.query(`set client_connection_check_interval = '1s'`).catch(ignore);
    await acquireRunLock(client);
    const first = await firstImport(client, source);
    const extractedAt = source.extractedAt ?? first?.extractedAt ?? now;
    const repeats = source.extractedAt ? undefined : first?.at;
    const run = new Run(
      client,
      databaseUrl,
      now,
      source.source,
      { extractedAt: extractedAt < now ? extractedAt : now, repeats },
      options,
    );
    const { facts = {} } = source;
    if (options.dryRun) {
      await requireRedistributable(client, source.source, facts);
      return await run.dryRun(work, source);
    }
    await recordStart(client, run.id, { ...source, extractedAt }, now);
    try {
      // The mark stays, although the run fails.
      if (facts.redistributable === false) await storeFacts(client, source.source, facts);
      await requireRedistributable(client, source.source, facts);
      requireNewFile(repeats, now, options.maxSameDays);
      return await run.perform(work, { ...source, extractedAt }, clock);
    } catch (error) {
      const reason = options.signal?.aborted ? 'The run was interrupted.' : reasonOf(error);
      await failRun(client, databaseUrl, run, reason, clock());
      throw error;
    }
  } finally {
    options.signal?.removeEventListener('abort', interrupt);
    // The end of the session releases the lock too, but only a moment after this function returns.
    await releaseRunLock(client).catch(() => undefined);
    await disconnect(client);
  }
}

/**
 * Records a run that failed before anything could be read, e.g. because its file is no table.
 * @returns the id of the run
 */
export async function recordFailedRun(
  databaseUrl: string,
  source: SyncSource,
  now: Date,
  reason: string,
): Promise<string> {
  const id = randomUUID();
  await withSession(databaseUrl, APPLICATION_NAME, (client) =>
    recordFailure(client, id, source, now, reason),
  );
  return id;
}

/** One run over a connection that nothing else uses. */
class Run {
  readonly id = randomUUID();
  readonly rejects: RejectLog;
  readonly #context: SyncContext;
  readonly #writer: SyncWriter;

  constructor(
    private readonly client: ClientBase,
    private readonly databaseUrl: string,
    now: Date,
    source: string,
    extract: Pick<SyncContext, 'extractedAt' | 'repeats'>,
    private readonly options: SyncOptions,
  ) {
    const { maxExpired = MAX_EXPIRED, confirmExpiry, onProgress = ignore, onReject = ignore } = options;
    const { maxChanged, confirmChange = [], absent = () => [] } = options;
    const limit = { maxExpired, confirmExpiry, maxChanged, confirmChange };
    this.rejects = new RejectLog(onReject);
    this.#context = {
      client,
      run: { id: this.id, source },
      now,
      ...extract,
      absent,
      input: { rows: 0 },
      changes: new ChangeLog(client, this.id, onProgress),
      rejects: this.rejects,
      limit,
      onProgress,
    };
    this.#writer = new SyncWriter(this.#context);
  }

  get counts(): SyncCounts {
    return this.#writer.counts;
  }

  /** What is known of a run that failed: it wrote nothing. */
  get failedCounts(): Pick<SyncCounts, 'read' | 'rejected'> {
    return { read: this.#context.input.rows, rejected: this.rejects.count };
  }

  perform(
    work: (writer: SyncWriter) => Promise<void>,
    source: SyncSource,
    clock: () => Date,
  ): Promise<SyncResult> {
    return this.#inTransaction('commit', async () => {
      const { wasEmpty } = await beginFeed(this.#context);
      if (source.facts) await storeFacts(this.client, source.source, source.facts);
      const written = await this.#write(work, source);
      const finishedAt = clock();
      const { counts, rejects } = this;
      const { complete } = this.#writer;
      await rejects.store(this.client, this.id);
      await recordEnd(this.client, this.id, {
        status: 'succeeded',
        finishedAt,
        complete,
        reason: rejects.notice,
        report: written.report,
        ...counts,
      });
      const days = await judgedDays(this.client, finishedAt, this.options.evidenceDays);
      // Where everything was replaced, the feed begins again: a copy is made of an export then.
      const changes =
        wasEmpty || written.removedSample
          ? null
          : await collectChanges(this.#context, this.databaseUrl, days);
      const last = changes === null ? null : await numberChanges(this.client, changes);
      const { number, version } = await publishVersion(this.client, this.id, finishedAt, last);
      if (last !== null) await storeChanges(this.client, number, last, days);
      if (this.#writer.event?.action === 'source-forgotten') await eraseImages(this.client);
      await endFeed(this.client, days);
      if (written.removedSample) await beginRealData(this.client, number);
      const { read, created, updated, rejected } = counts;
      const event = this.#writer.event ?? {
        actor: this.options.actor ?? 'import',
        action: 'directory-imported',
        subject: source.source,
        details: { ...source, read, created, updated, rejected, removedSample: written.removedSample },
      };
      await recordEvent(this.client, { ...event, details: { runId: this.id, version, ...event.details } });
      await this.options.beforeCommit?.(this.client, { runId: this.id, notice: rejects.notice });
      return { runId: this.id, version, counts, notice: rejects.notice, ...written };
    });
  }

  dryRun(work: (writer: SyncWriter) => Promise<void>, source: SyncSource): Promise<SyncResult> {
    return this.#inTransaction('rollback', async () => {
      if (source.facts) await storeFacts(this.client, source.source, source.facts);
      const written = await this.#write(work, source);
      return { counts: this.counts, notice: this.rejects.notice, ...written };
    });
  }

  async #write(
    work: (writer: SyncWriter) => Promise<void>,
    { source }: SyncSource,
  ): Promise<Omit<SyncResult, 'runId' | 'version' | 'counts' | 'notice'>> {
    await createTouched(this.client);
    await adoptDirectory(this.client);
    await endDueCorrections(this.#context);
    const removedSample = await separateSample(this.client, source, this.options, this.#context.now);
    if (await hasTouched(this.client)) await applyTouched(this.#context);
    await work(this.#writer);
    await deriveAcceptance(this.#context);
    requireRejectLimit(this.counts, this.options.maxRejected ?? MAX_REJECTED);
    const { evidenceDays = EVIDENCE_DAYS } = this.options;
    const differences = await this.#context.changes.first(this.options.changes ?? DIFFERENCES);
    const { count: changed } = this.#context.changes;
    const { extractedAt, repeats } = this.#context;
    const report = await runReport(this.#context, evidenceDays);
    const lacks = await lackedBy(this.client);
    return {
      differences,
      changed,
      removedSample,
      report,
      lacks,
      extractedAt,
      repeats: repeats !== undefined,
    };
  }

  async #inTransaction<T>(end: 'commit' | 'rollback', work: () => Promise<T>): Promise<T> {
    await this.client.query('begin');
    // Every row is touched: compiling the statements takes longer than it saves. Numbers of rows and of different keys
    // decide how tables are joined, and a small sample tells them. The staged rows are read many times, cursors to their end.
    await this.client.query(
      `set local work_mem = '64MB'; set local temp_buffers = '64MB'; set local jit = off; set local timezone = 'UTC';
      set local default_statistics_target = 10; set local cursor_tuple_fraction = 1`,
    );
    try {
      const result = await work();
      await this.client.query(end);
      if (end === 'rollback') await this.#restoreStatistics();
      return result;
    } catch (error) {
      // When the connection is gone, the server rolls back by itself.
      await this.client.query('rollback').catch(ignore);
      await this.#restoreStatistics();
      throw error;
    }
  }

  /** PostgreSQL does not roll back the numbers of rows by which it plans: those of the run would slow down everything after it. */
  async #restoreStatistics(): Promise<void> {
    await this.client.query(`analyze (skip_locked) ${ANALYZED}`).catch(ignore);
  }
}

function requireRejectLimit({ read, rejected }: SyncCounts, maxRejected: number): void {
  if (rejected <= maxRejected * read) return;
  throw new Error(
    `${rejected} of ${read} rows could not be used (${percent(rejected / read)}), more than the ` +
      `${percent(maxRejected)} that one run may reject.`,
  );
}

/** Records a failure, over a new connection if the run's own is gone. If that fails too, the next run does it. */
async function failRun(
  client: ClientBase,
  databaseUrl: string,
  run: Run,
  reason: string,
  finishedAt: Date,
): Promise<void> {
  const record = async (connection: ClientBase) => {
    // If the connection died in the commit, the run may have succeeded: it is not running then.
    const end = { status: 'failed', finishedAt, reason, ...run.failedCounts } as const;
    if (await recordEnd(connection, run.id, end)) await run.rejects.store(connection, run.id);
  };
  try {
    await record(client).catch(() => withSession(databaseUrl, APPLICATION_NAME, record));
  } catch {
    // The database is gone. The caller receives what made the run fail, which matters more.
  }
}

async function lackedBy(client: ClientBase): Promise<SyncResult['lacks']> {
  const { rows } = await client.query<{ lacks: SyncResult['lacks'] }>(
    `select array_remove(array[
      case when not exists (select from station) then 'stations' end,
      case when not exists (select from doctor where expired_at is null) then 'doctors' end], null) as lacks`,
  );
  return rows[0]!.lacks;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof DatabaseError && error.detail ? `${message} ${error.detail}` : message;
}

function ignore(): void {
  // There is nothing to do.
}
