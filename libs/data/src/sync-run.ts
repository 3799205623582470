import { DatabaseError, type ClientBase } from 'pg';
import { connect, disconnect } from './connection.js';
import { publishVersion } from './dataset-version.js';
import { type SyncCounts, SyncWriter } from './sync-writer.js';

/** What a run reads. */
export interface SyncSource {
  /** A short name that is the same in every run, e.g. "register". */
  readonly source: string;
  readonly fileName?: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly fileHash?: string;
}

export interface SyncResult {
  readonly runId: string;
  /** The dataset version that the run made. */
  readonly version: string;
  readonly counts: SyncCounts;
}

/** An arbitrary number that only runs use as an advisory lock: they never interleave. */
const RUN_LOCK = 7_305_011_902;
const APPLICATION_NAME = 'care-atlas-sync';
const REASON_CHARACTERS = 2000;

/**
 * The one way by which data comes in. Whatever `work` writes becomes visible at once when it ends well, as a new
 * dataset version, and not at all when anything goes wrong. The run is recorded either way.
 * @param now when the run starts; its end is this plus the time that passed.
 * @param say told of progress, a line at a time.
 * @throws when another run is under way, and whatever made the run fail.
 */
export async function runSync(
  databaseUrl: string,
  about: SyncSource,
  now: Date,
  work: (writer: SyncWriter) => Promise<void>,
  say: (line: string) => void = () => undefined,
): Promise<SyncResult> {
  const begun = performance.now();
  const time = () => new Date(now.getTime() + (performance.now() - begun));
  const client = await connect(databaseUrl, APPLICATION_NAME);
  try {
    await takeTurn(client);
    const runId = await startRun(client, about, now);
    try {
      return await inTransaction(client, () =>
        writeAll(client, runId, new SyncWriter(client, now, say), work, time),
      );
    } catch (error) {
      await failRun(client, databaseUrl, runId, reasonOf(error), time());
      throw error;
    }
  } finally {
    // Given back by hand: a session that ends gives it back too, but a moment after we have returned.
    await client.query('select pg_advisory_unlock($1)', [RUN_LOCK]).catch(() => undefined);
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

async function startRun(client: ClientBase, about: SyncSource, now: Date): Promise<string> {
  // Whoever holds the lock runs alone: a run that still says "running" belongs to a process that was killed.
  await client.query(
    `update sync_run set status = 'failed', finished_at = $1, reason = 'The process ended before the run did.'
    where status = 'running'`,
    [now],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into sync_run (source, file_name, file_hash, started_at, status)
    values ($1, $2, $3, $4, 'running') returning id`,
    [about.source, about.fileName ?? null, about.fileHash ?? null, now],
  );
  return rows[0]!.id;
}

async function writeAll(
  client: ClientBase,
  runId: string,
  writer: SyncWriter,
  work: (writer: SyncWriter) => Promise<void>,
  time: () => Date,
): Promise<SyncResult> {
  await work(writer);
  const { counts } = writer;
  const finishedAt = time();
  await client.query(
    `update sync_run set status = 'succeeded', finished_at = $2, read = $3, created = $4, updated = $5,
      unchanged = $6, expired = $7, rejected = $8
    where id = $1`,
    [
      runId,
      finishedAt,
      counts.read,
      counts.created,
      counts.updated,
      counts.unchanged,
      counts.expired,
      counts.rejected,
    ],
  );
  return { runId, version: await publishVersion(client, runId, finishedAt), counts };
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  await client.query("set local work_mem = '64MB'");
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // When the connection is gone the server rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Records a failure, over a new connection if the run's own is gone; if that fails too, the next run does it. */
async function failRun(
  client: ClientBase,
  databaseUrl: string,
  runId: string,
  reason: string,
  finishedAt: Date,
): Promise<void> {
  // Only a run that is still running: if the connection died in the commit, it may well have succeeded.
  const statement = `update sync_run set status = 'failed', finished_at = $2, reason = $3
    where id = $1 and status = 'running'`;
  const values = [runId, finishedAt, reason];
  try {
    await client.query(statement, values);
    return;
  } catch {
    // The run's own connection is gone.
  }
  try {
    const other = await connect(databaseUrl, APPLICATION_NAME);
    try {
      await other.query(statement, values);
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
