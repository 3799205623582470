import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { candidateAccounts, chooseAccount } from './account.js';
import { findBinaries } from './binaries.js';
import { clusterExists, createCluster, readOrCreatePassword, SUPERUSER } from './cluster.js';
import { errorCode } from './errors.js';
import { startPostmaster, stopPostmaster, TransientError } from './postmaster.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';
import { acquireSharedLock, type ReleaseLock } from './shared-lock.js';

/** A running PostgreSQL server that this process uses. */
export interface LocalPostgres {
  /** Returns the connection URL of a database (default: `care_atlas`), with the superuser and its password. */
  url(database?: string): string;
  /** Port on 127.0.0.1. It changes with every start. */
  readonly port: number;
  /** True if the server was already running: another process uses it, or was killed and left it running. */
  readonly alreadyRunning: boolean;
  /** Stops the server and waits until it has stopped. Does nothing while another process uses the server. */
  stop(): Promise<void>;
}

export interface LocalPostgresOptions {
  /** Folder for the cluster, its password and its log. Created if missing. */
  readonly directory: string;
  /** False trades the safety of the data for speed, in tests. */
  readonly durable?: boolean;
  /** Receives a line for each step that takes time, and for the address. */
  readonly onProgress?: (line: string) => void;
}

const DATABASE = 'care_atlas';
const RETRY_MS = 60_000;
const RETRY_PAUSE_MS = 100;
const WRONG_PASSWORD = '28P01';

/**
 * Starts a PostgreSQL server from the npm packages. The first start creates a cluster in the directory; later
 * starts reuse it. If a server already runs on the directory, the process shares it.
 * @throws an Error whose message says what to do.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const directory = await realpath(options.directory);
  const password = await readOrCreatePassword(directory).catch((cause: unknown) => {
    if (errorCode(cause) !== 'EACCES') throw cause;
    throw new Error(`${directory} belongs to another user: start as that user, or remove it.`, { cause });
  });
  const settings = { durable: true, onProgress: () => {}, ...options, directory };
  const { port, alreadyRunning, release } = await retryTransient(() => findOrStart(settings, password));

  let stopped: Promise<void> | undefined;
  return {
    port,
    alreadyRunning,
    url: (database = DATABASE) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => (stopped ??= stopIfUnused(release, directory)),
  };
}

/** Retries an operation for one minute while it fails with a TransientError. */
async function retryTransient<T>(operation: () => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(RETRY_MS);
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof TransientError) || deadline.aborted) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

async function findOrStart(settings: Required<LocalPostgresOptions>, password: string) {
  const data = join(settings.directory, 'data');
  const found = await findPostmaster(data);
  const { pid, port, ready } = found ?? (await start(settings));
  const server = `The local PostgreSQL in ${settings.directory} (process ${pid})`;
  if (!ready) throw new TransientError(`${server} has been starting or stopping for too long.`);

  const access = { port, user: SUPERUSER, password };
  const release = await acquireSharedLock(access, DATABASE).catch(async (cause: unknown) => {
    if (errorCode(cause) !== WRONG_PASSWORD)
      throw new TransientError(`${server} does not answer.`, { cause });
    if (!found) await stopPostmaster(data);
    throw new Error(
      `${server} rejects the password in ${join(settings.directory, 'password')}: restore the original file.`,
      { cause },
    );
  });
  settings.onProgress(`PostgreSQL ${found ? 'was already running' : 'is running'} on 127.0.0.1:${port}.`);
  return { port, release, alreadyRunning: found !== undefined };
}

async function start(settings: Required<LocalPostgresOptions>): Promise<Postmaster> {
  const { directory, durable, onProgress } = settings;
  const { initdb, postgres } = await findBinaries();
  const account = await chooseAccount(await candidateAccounts(directory), directory, postgres);
  const cluster = { directory, account, durable };
  if (!(await clusterExists(directory))) {
    onProgress(`Creating a PostgreSQL cluster in ${directory}.`);
    await createCluster(initdb, cluster);
  }
  return startPostmaster(postgres, cluster);
}

async function stopIfUnused(release: ReleaseLock, directory: string): Promise<void> {
  // A lock whose connection broke says nothing about other users; most likely the server has stopped.
  const last = await release().catch(() => true);
  if (last) await stopPostmaster(join(directory, 'data'));
}
