import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { candidateAccounts, chooseAccount } from './account.js';
import { findBinaries } from './binaries.js';
import { clusterExists, createCluster, readOrCreatePassword, SUPERUSER } from './cluster.js';
import { errorCode, errorMessage, oneLine } from './errors.js';
import { type PostmasterOptions, startPostmaster, stopPostmaster, TransientError } from './postmaster.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';
import { acquireSharedLock, type SharedLock } from './shared-lock.js';

export { oneLine } from './errors.js';

/** A running PostgreSQL server that this process uses. */
export interface LocalPostgres {
  /** Returns the connection URL of a database (default: `care_atlas`), with the superuser and its password. */
  url(database?: string): string;
  /** Port on 127.0.0.1: that of the last start, unless another program has taken it. */
  readonly port: number;
  /** True if the server was already running: another process uses it, or was killed and left it running. */
  readonly alreadyRunning: boolean;
  /**
   * Resolves with the reason when the server has ended, or has closed its connections, before `stop`. The same
   * `startLocalPostgres` finds it again, or starts it again.
   */
  readonly lost: Promise<string>;
  /** Stops the server and waits until it has stopped. Does nothing while another process uses the server. */
  stop(): Promise<void>;
}

export interface LocalPostgresOptions extends PostmasterOptions {
  /** Folder for the cluster, its password and its log. Created if missing. */
  readonly directory: string;
  /** False trades the safety of the data for speed, in tests. */
  readonly durable?: boolean;
  /** Receives a line for each step that takes time, and for the address. */
  readonly onProgress?: (line: string) => void;
}

const DATABASE = 'care_atlas';
/** A slow machine may need minutes for a server that recovers. */
const RETRY_MS = 300_000;
const RETRY_PAUSE_MS = 100;
/** How long a start retries in silence, and how often it says why from then on. */
const SILENT_MS = 5_000;
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
  const { port, alreadyRunning, lock } = await retryTransient(
    () => findOrStart(settings, password),
    settings,
  );

  let stopped: Promise<void> | undefined;
  return {
    port,
    alreadyRunning,
    lost: lock.lost,
    url: (database = DATABASE) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => (stopped ??= stopIfUnused(lock, accessOf(port, password), directory)),
  };
}

/** The options of a start, with their defaults. */
type Settings = LocalPostgresOptions & Required<Pick<LocalPostgresOptions, 'durable' | 'onProgress'>>;

/** Retries an operation for some minutes while it fails with a TransientError. */
async function retryTransient<T>(
  operation: () => Promise<T>,
  { onProgress, signal }: Pick<Settings, 'onProgress' | 'signal'>,
): Promise<T> {
  const deadline = AbortSignal.timeout(RETRY_MS);
  let silentUntil = performance.now() + SILENT_MS;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof TransientError) || deadline.aborted) throw error;
      if (performance.now() >= silentUntil) {
        onProgress(`Waiting for PostgreSQL: ${oneLine(errorMessage(error))}`);
        silentUntil = performance.now() + SILENT_MS;
      }
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

function accessOf(port: number, password: string) {
  return { port, user: SUPERUSER, password };
}

async function findOrStart(settings: Settings, password: string) {
  const data = join(settings.directory, 'data');
  const found = await findPostmaster(data);
  const { pid, port, ready } = found ?? (await start(settings));
  const server = `The local PostgreSQL in ${settings.directory} (process ${pid})`;
  if (!ready) throw new TransientError(`${server} has been starting or stopping for too long.`);

  const lock = await acquireSharedLock(accessOf(port, password), DATABASE).catch(async (cause: unknown) => {
    const transient = errorCode(cause) !== WRONG_PASSWORD;
    if (!found && (!transient || settings.signal?.aborted)) await stopPostmaster(data);
    if (transient) throw new TransientError(`${server} does not answer.`, { cause });
    throw new Error(
      `${server} rejects the password in ${join(settings.directory, 'password')}: restore the original file.`,
      { cause },
    );
  });
  settings.onProgress(`PostgreSQL ${found ? 'was already running' : 'is running'} on 127.0.0.1:${port}.`);
  return { port, lock, alreadyRunning: found !== undefined };
}

async function start(settings: Settings): Promise<Postmaster> {
  const { directory, durable, onProgress, port, signal } = settings;
  const { initdb, postgres } = await findBinaries();
  const account = await chooseAccount(await candidateAccounts(directory), directory, postgres);
  const cluster = { directory, account, durable };
  if (!(await clusterExists(directory))) {
    onProgress(`Creating a PostgreSQL cluster in ${directory}.`);
    await createCluster(initdb, cluster);
  }
  return startPostmaster(postgres, cluster, { port, signal });
}

async function stopIfUnused(
  lock: SharedLock,
  access: ReturnType<typeof accessOf>,
  directory: string,
): Promise<void> {
  // A lock that was lost says nothing about other users: one of them may have started the server again.
  const last = await lock
    .release()
    .catch(async () => (await acquireSharedLock(access, DATABASE)).release())
    // The server does not answer: it has ended, or will find nobody when it has recovered.
    .catch(() => true);
  if (last) await stopPostmaster(join(directory, 'data'));
}
