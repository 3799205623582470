import { randomUUID } from 'node:crypto';
import { type ClientBase, DatabaseError } from 'pg';
import { cancelStatement, connect, disconnect } from '../connection/native-connection.js';
import { publishVersion } from '../directory/dataset-version.js';
import { deriveAcceptance } from './clinics/acceptance.js';
import { ChangeLog, type SyncChange } from './run/change-log.js';
import { type ExpiryLimit, percent } from './doctors/expiry-guard.js';
import { settlePrimaryClinics } from './doctors/primary-clinic.js';
import type { SyncReject } from './run/reject.js';
import { RejectLog } from './run/reject-log.js';
import type { SyncContext } from './run/sync-context.js';
import { SYNC_COUNT_NAMES, type SyncCounts } from './run/sync-counts.js';
import { SyncWriter } from './sync-writer.js';

export { MassDeparture } from './doctors/expiry-guard.js';

/** What a run reads. */
export interface SyncSource {
  /** A short name that is the same in every run, e.g. "register". */
  readonly source: string;
  readonly fileName?: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly fileHash?: string;
}

export type { SyncChange, SyncCounts, SyncReject };

export interface SyncOptions {
  /** Told of progress, a line at a time. */
  readonly say?: (line: string) => void;
  /** Told of every row that is rejected, by the importer or here. */
  readonly onReject?: (reject: SyncReject) => void;
  /** Does everything and undoes it: the result shows what would change, and nothing is recorded. */
  readonly dryRun?: boolean;
  /** The share of the rows, 0 to 1, that may be rejected before the run fails; 0.01 unless given. */
  readonly maxRejected?: number;
  /** The share of active registrations, or of a source's clinics, that one run may take away; 0.02 unless given. */
  readonly maxExpired?: number;
  /** How many are meant to expire or close: if it is exactly so many, `maxExpired` does not hold. */
  readonly confirmedExpiry?: number;
  /** So many of the changes are in the result, the first ones; 20 unless given. */
  readonly differences?: number;
  /** Ends the run, also in the middle of a statement; whatever it did is undone. */
  readonly signal?: AbortSignal;
}

export interface SyncResult {
  /** None for a dry run. */
  readonly runId?: string;
  /** The dataset version that the run made; none for a dry run. */
  readonly version?: string;
  readonly counts: SyncCounts;
  /** Why records that a complete source lacks were kept; empty where none had to be. */
  readonly notice: string;
  /** The first changes, field by field. */
  readonly differences: readonly SyncChange[];
}

/** An arbitrary number that only runs use as an advisory lock: they never interleave. */
const RUN_LOCK = 7_305_011_902;
const APPLICATION_NAME = 'care-atlas-sync';
const REASON_CHARACTERS = 2000;
const DIFFERENCES = 20;
const MAX_REJECTED = 0.01;
const MAX_EXPIRED = 0.02;

/**
 * The one way by which data comes in. Whatever `work` writes becomes visible at once when it ends well, as a new
 * dataset version, and not at all when anything goes wrong. The run is recorded either way.
 * @param now when the run starts; its end is this plus the time that passed.
 * @throws when another run is under way, when more rows are rejected or more records would go than the options
 * allow, and whatever made the run fail.
 */
export async function runSync(
  databaseUrl: string,
  about: SyncSource,
  now: Date,
  work: (writer: SyncWriter) => Promise<void>,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const begun = performance.now();
  const time = () => new Date(now.getTime() + (performance.now() - begun));
  const client = await connect(databaseUrl, APPLICATION_NAME);
  const interrupt = () => void cancelStatement(databaseUrl, APPLICATION_NAME, client);
  options.signal?.addEventListener('abort', interrupt);
  try {
    options.signal?.throwIfAborted();
    await takeTurn(client);
    const run = new Run(client, now, options);
    if (options.dryRun) return await run.rehearse(work);
    await run.start(about);
    try {
      return await run.perform(work, time);
    } catch (error) {
      const reason = options.signal?.aborted ? 'The run was interrupted.' : reasonOf(error);
      await failRun(client, databaseUrl, run, reason, time());
      throw error;
    }
  } finally {
    options.signal?.removeEventListener('abort', interrupt);
    // Given back by hand: a session that ends gives it back too, but a moment after we have returned.
    await client.query('select pg_advisory_unlock($1)', [RUN_LOCK]).catch(() => undefined);
    await disconnect(client);
  }
}

/**
 * Records a run that failed before anything could be read, such as for a file that is no table.
 * @returns the id of the run
 */
export async function recordFailedRun(
  databaseUrl: string,
  about: SyncSource,
  now: Date,
  reason: string,
): Promise<string> {
  const client = await connect(databaseUrl, APPLICATION_NAME);
  try {
    const id = randomUUID();
    await client.query(
      `insert into sync_run (id, source, file_name, file_hash, started_at, finished_at, status, reason)
      values ($1, $2, $3, $4, $5, $5, 'failed', $6)`,
      [id, about.source, about.fileName, about.fileHash, now, reason.slice(0, REASON_CHARACTERS)],
    );
    return id;
  } finally {
    await disconnect(client);
  }
}

async function takeTurn(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    RUN_LOCK,
  ]);
  if (!rows[0]!.taken)
    throw new Error('Another synchronization is running: start this one when it has ended.');
}

/** One run over one connection, which nothing else uses. */
class Run {
  readonly id = randomUUID();
  readonly rejects: RejectLog;
  readonly #context: SyncContext;
  readonly #writer: SyncWriter;

  constructor(
    private readonly client: ClientBase,
    private readonly now: Date,
    private readonly options: SyncOptions,
  ) {
    const { maxExpired = MAX_EXPIRED, confirmedExpiry, say = ignore, onReject = ignore } = options;
    const limit: ExpiryLimit = { maxExpired, confirmedExpiry };
    this.rejects = new RejectLog(onReject);
    this.#context = { client, now, changes: new ChangeLog(client, this.id), rejects: this.rejects, limit };
    this.#writer = new SyncWriter(this.#context, say);
  }

  get counts(): SyncCounts {
    return this.#writer.counts;
  }

  async start(about: SyncSource): Promise<void> {
    // Whoever holds the lock runs alone: a run that still says "running" belongs to a process that was killed.
    await this.client.query(
      `update sync_run set status = 'failed', finished_at = $1, reason = 'The process ended before the run did.'
      where status = 'running'`,
      [this.now],
    );
    await this.client.query(
      `insert into sync_run (id, source, file_name, file_hash, started_at, status)
      values ($1, $2, $3, $4, $5, 'running')`,
      [this.id, about.source, about.fileName, about.fileHash, this.now],
    );
  }

  perform(work: (writer: SyncWriter) => Promise<void>, time: () => Date): Promise<SyncResult> {
    return this.#inTransaction('commit', async () => {
      const differences = await this.#write(work);
      const finishedAt = time();
      await this.rejects.store(this.client, this.id);
      await this.#succeed(finishedAt);
      const version = await publishVersion(this.client, this.id, finishedAt);
      return { runId: this.id, version, counts: this.counts, notice: this.rejects.notice, differences };
    });
  }

  rehearse(work: (writer: SyncWriter) => Promise<void>): Promise<SyncResult> {
    return this.#inTransaction('rollback', async () => {
      const differences = await this.#write(work);
      return { counts: this.counts, notice: this.rejects.notice, differences };
    });
  }

  async #write(work: (writer: SyncWriter) => Promise<void>): Promise<readonly SyncChange[]> {
    await work(this.#writer);
    await settlePrimaryClinics(this.#context);
    await deriveAcceptance(this.#context);
    refuseManyRejects(this.counts, this.options.maxRejected ?? MAX_REJECTED);
    return this.#context.changes.first(this.options.differences ?? DIFFERENCES);
  }

  async #succeed(finishedAt: Date): Promise<void> {
    const { counts } = this;
    const columns = SYNC_COUNT_NAMES.map((name, i) => `${name} = $${i + 5}`);
    await this.client.query(
      `update sync_run set status = 'succeeded', finished_at = $2, complete = $3, reason = $4,
        ${columns.join(', ')}
      where id = $1`,
      [
        this.id,
        finishedAt,
        this.#writer.complete,
        this.rejects.notice,
        ...SYNC_COUNT_NAMES.map((name) => counts[name]),
      ],
    );
  }

  async #inTransaction<T>(end: 'commit' | 'rollback', work: () => Promise<T>): Promise<T> {
    await this.client.query('begin');
    // Every row will be touched: compiling the statements takes longer than it saves.
    await this.client.query("set local work_mem = '64MB'; set local jit = off; set local timezone = 'UTC'");
    try {
      const result = await work();
      await this.client.query(end);
      return result;
    } catch (error) {
      // When the connection is gone the server rolls back by itself.
      await this.client.query('rollback').catch(ignore);
      throw error;
    }
  }
}

function refuseManyRejects({ read, rejected }: SyncCounts, maxRejected: number): void {
  if (rejected <= maxRejected * read) return;
  throw new Error(
    `${rejected} of ${read} rows could not be used (${percent(rejected / read)}), more than the ` +
      `${percent(maxRejected)} that one run may leave out.`,
  );
}

/** Records a failure, over a new connection if the run's own is gone; if that fails too, the next run does it. */
async function failRun(
  client: ClientBase,
  databaseUrl: string,
  run: Run,
  reason: string,
  finishedAt: Date,
): Promise<void> {
  const record = async (over: ClientBase) => {
    // Only a run that is still running: if the connection died in the commit, it may well have succeeded.
    const { rowCount } = await over.query(
      `update sync_run set status = 'failed', finished_at = $2, reason = $3, read = $4, rejected = $5
      where id = $1 and status = 'running'`,
      [run.id, finishedAt, reason, run.counts.read, run.counts.rejected],
    );
    if (rowCount === 1) await run.rejects.store(over, run.id);
  };
  try {
    await record(client);
    return;
  } catch {
    // The run's own connection is gone.
  }
  try {
    const other = await connect(databaseUrl, APPLICATION_NAME);
    try {
      await record(other);
    } finally {
      await disconnect(other);
    }
  } catch {
    // The database is gone. What made the run fail is thrown to the caller, which matters more.
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const detail = error instanceof DatabaseError && error.detail ? ` ${error.detail}` : '';
  return `${message}${detail}`.slice(0, REASON_CHARACTERS);
}

function ignore(): void {
  // Nobody asked.
}
