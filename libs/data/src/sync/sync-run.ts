import { randomUUID } from 'node:crypto';
import { type Client, type ClientBase, DatabaseError } from 'pg';
import { cancelStatement, connect, disconnect } from '../connection/native-connection.js';
import { publishVersion } from '../directory/dataset-version.js';
import type { RunReport } from '../entities/run-report.js';
import { recordEvent } from '../administration/audit-event.js';
import { deriveAcceptance } from './clinics/acceptance.js';
import { applyCorrections, restoreSources } from './corrections/correction-overlay.js';
import { addAddressKeys } from './doctors/practice-location.js';
import { replaceClosedPrimaryClinics } from './doctors/primary-clinic.js';
import { ChangeLog, type SyncChange } from './run/change-log.js';
import { RejectLog } from './run/reject-log.js';
import type { SyncReject } from './run/reject-log.js';
import { percent } from './run/removal-limit.js';
import { runReport } from './run/run-report.js';
import {
  firstImport,
  recordEnd,
  recordFailure,
  recordStart,
  storeReport,
  type SyncSource,
} from './run/run-record.js';
import type { SyncContext } from './run/sync-context.js';
import type { SyncCounts } from './run/sync-counts.js';
import { SyncWriter } from './sync-writer.js';

export { ChangeLimitError } from './run/change-limit.js';
export { RemovalLimitError } from './run/removal-limit.js';
export type { SyncChange, SyncCounts, SyncReject, SyncSource };

export interface SyncOptions {
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
  readonly confirmedChanges?: readonly string[] | undefined;
  /** The exact number that may expire or close whatever `maxExpired` is. */
  readonly confirmedExpiry?: number | undefined;
  /** Fails the run when the same file was first imported more than this number of days ago (default: never). */
  readonly maxSameDays?: number | undefined;
  /** Maximum number of changes in the result (default 20). */
  readonly differences?: number | undefined;
  /** Who runs it, for the audit (default: "import"). */
  readonly actor?: string | undefined;
  /** Ends the run, also in the middle of a statement; what it did is rolled back. */
  readonly signal?: AbortSignal | undefined;
}

export interface SyncResult {
  /** Undefined for a dry run. */
  readonly runId?: string;
  /** The dataset version that the run made; undefined for a dry run. */
  readonly version?: string;
  readonly counts: SyncCounts;
  /** What the run did not do, e.g. expire doctors as missing; empty where it did everything. */
  readonly notice: string;
  /** The first changes, field by field. */
  readonly differences: readonly SyncChange[];
  readonly report: RunReport;
}

/** An arbitrary number for the advisory lock of runs, which never interleave. */
const RUN_LOCK = 7_305_011_902;
const APPLICATION_NAME = 'care-atlas-sync';
const DIFFERENCES = 20;
const MAX_REJECTED = 0.01;
const MAX_EXPIRED = 0.02;

/**
 * Writes data into the directory; there is no other way in. What `work` writes becomes visible at once when it
 * succeeds, as a new dataset version, and not at all when anything fails. The run is recorded either way.
 * @param now when the run starts; it ends at this time plus the time that passed
 * @throws when another run is in progress, when more rows are rejected or more records would go than the options
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
    await acquireRunLock(client);
    const first = await firstImport(client, source);
    const extractedAt = source.extractedAt ?? first?.extractedAt ?? now;
    const repeats = source.extractedAt ? undefined : first?.at;
    const run = new Run(
      client,
      now,
      source.source,
      { extractedAt: extractedAt < now ? extractedAt : now, repeats },
      options,
    );
    if (options.dryRun) return await run.dryRun(work);
    await recordStart(client, run.id, { ...source, extractedAt }, now);
    try {
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
    await client.query('select pg_advisory_unlock($1)', [RUN_LOCK]).catch(() => undefined);
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
  await withConnection(databaseUrl, (client) => recordFailure(client, id, source, now, reason));
  return id;
}

async function acquireRunLock(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) as acquired', [
    RUN_LOCK,
  ]);
  if (!rows[0]!.acquired)
    throw new Error('Another synchronization is running: start this one when it has ended.');
}

/** One run over a connection that nothing else uses. */
class Run {
  readonly id = randomUUID();
  readonly rejects: RejectLog;
  readonly #context: SyncContext;
  readonly #writer: SyncWriter;

  constructor(
    private readonly client: ClientBase,
    now: Date,
    source: string,
    extract: Pick<SyncContext, 'extractedAt' | 'repeats'>,
    private readonly options: SyncOptions,
  ) {
    const { maxExpired = MAX_EXPIRED, confirmedExpiry, onProgress = ignore, onReject = ignore } = options;
    const { maxChanged, confirmedChanges = [], absent = () => [] } = options;
    const limit = { maxExpired, confirmedExpiry, maxChanged, confirmedChanges };
    this.rejects = new RejectLog(onReject);
    this.#context = {
      client,
      run: { id: this.id, source },
      now,
      ...extract,
      absent,
      changes: new ChangeLog(client, this.id),
      rejects: this.rejects,
      limit,
      onProgress,
    };
    this.#writer = new SyncWriter(this.#context);
  }

  get counts(): SyncCounts {
    return this.#writer.counts;
  }

  perform(
    work: (writer: SyncWriter) => Promise<void>,
    source: SyncSource,
    clock: () => Date,
  ): Promise<SyncResult> {
    return this.#inTransaction('commit', async () => {
      const written = await this.#write(work);
      const finishedAt = clock();
      const { counts, rejects } = this;
      const { complete } = this.#writer;
      await rejects.store(this.client, this.id);
      const end = { status: 'succeeded', finishedAt, complete, reason: rejects.notice, ...counts } as const;
      await recordEnd(this.client, this.id, end);
      await storeReport(this.client, this.id, written.report);
      const version = await publishVersion(this.client, this.id, finishedAt);
      const { read, created, updated, rejected } = counts;
      const event = this.#writer.event ?? {
        actor: this.options.actor ?? 'import',
        action: 'directory-imported',
        subject: source.source,
        details: { ...source, read, created, updated, rejected },
      };
      await recordEvent(this.client, { ...event, details: { runId: this.id, version, ...event.details } });
      return { runId: this.id, version, counts, notice: rejects.notice, ...written };
    });
  }

  dryRun(work: (writer: SyncWriter) => Promise<void>): Promise<SyncResult> {
    return this.#inTransaction('rollback', async () => {
      const written = await this.#write(work);
      return { counts: this.counts, notice: this.rejects.notice, ...written };
    });
  }

  async #write(
    work: (writer: SyncWriter) => Promise<void>,
  ): Promise<Pick<SyncResult, 'differences' | 'report'>> {
    await addAddressKeys(this.#context);
    const corrected = await restoreSources(this.#context);
    await work(this.#writer);
    await replaceClosedPrimaryClinics(this.#context);
    await this.#writer.matchWaiting();
    await applyCorrections(this.#context, corrected);
    await deriveAcceptance(this.#context);
    requireRejectLimit(this.counts, this.options.maxRejected ?? MAX_REJECTED);
    const differences = await this.#context.changes.first(this.options.differences ?? DIFFERENCES);
    return { differences, report: await runReport(this.#context) };
  }

  async #inTransaction<T>(end: 'commit' | 'rollback', work: () => Promise<T>): Promise<T> {
    await this.client.query('begin');
    // Every row is touched: compiling the statements takes longer than it saves.
    await this.client.query("set local work_mem = '64MB'; set local jit = off; set local timezone = 'UTC'");
    try {
      const result = await work();
      await this.client.query(end);
      return result;
    } catch (error) {
      // When the connection is gone, the server rolls back by itself.
      await this.client.query('rollback').catch(ignore);
      throw error;
    }
  }
}

function requireRejectLimit({ read, rejected }: SyncCounts, maxRejected: number): void {
  if (rejected <= maxRejected * read) return;
  throw new Error(
    `${rejected} of ${read} rows could not be used (${percent(rejected / read)}), more than the ` +
      `${percent(maxRejected)} that one run may reject.`,
  );
}

const DAY_MS = 86_400_000;

/** @throws when the same file was first imported too long ago: its source no longer makes new ones */
function requireNewFile(first: Date | undefined, now: Date, maxDays = Infinity): void {
  if (!first || now.getTime() - first.getTime() <= maxDays * DAY_MS) return;
  throw new Error(
    `The file is the same as on ${first.toISOString().slice(0, 10)}, more than ${maxDays} days ago: ` +
      'check whether its source still makes new ones.',
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
  const { read, rejected } = run.counts;
  const record = async (connection: ClientBase) => {
    // If the connection died in the commit, the run may have succeeded: it is not running then.
    const end = { status: 'failed', finishedAt, reason, read, rejected } as const;
    if (await recordEnd(connection, run.id, end)) await run.rejects.store(connection, run.id);
  };
  try {
    await record(client).catch(() => withConnection(databaseUrl, record));
  } catch {
    // The database is gone. The caller receives what made the run fail, which matters more.
  }
}

async function withConnection(databaseUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await connect(databaseUrl, APPLICATION_NAME);
  try {
    await work(client);
  } finally {
    await disconnect(client);
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof DatabaseError && error.detail ? `${message} ${error.detail}` : message;
}

function ignore(): void {
  // There is nothing to do.
}
