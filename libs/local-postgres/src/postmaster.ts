import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterOptions } from './cluster.js';
import { ignoring } from './errors.js';
import { freePort, isFree } from './free-port.js';
import { findPostmaster, type Postmaster, readPostmasterFile } from './postmaster-file.js';
import { firstLines, PROGRAM_OPTIONS } from './program.js';

const ADDRESS = '127.0.0.1';
const POLL_MS = 20;
const START_MS = 120_000;
const STOP_MS = 60_000;
const LOG_LIMIT_BYTES = 5_000_000;

/**
 * A start that may succeed when retried: another process took the port, or is starting or stopping a server on
 * the same directory.
 */
export class TransientError extends Error {}

/** How a server starts. */
export interface PostmasterOptions {
  /** The only port that it may use; by default that of the last start, if it is free. */
  readonly port?: number | undefined;
  /** Ends the start: it rejects when nothing runs any more that it has started. */
  readonly signal?: AbortSignal | undefined;
}

const TRANSIENT = /could not bind|lock file "postmaster\.pid"|pre-existing shared memory block/;

/**
 * Starts a server on 127.0.0.1 and waits until it is ready: on the port of the last start, so that a URL stays valid,
 * or on another one if that is taken and no port is required. The server has its own process group, so that Ctrl-C in the terminal does not
 * reach it, and it does not keep this process alive.
 * @throws TransientError, or an Error with the first lines of the server's log, or the reason of the signal.
 */
export async function startPostmaster(
  postgres: string,
  { directory, account, durable }: ClusterOptions,
  { port: only, signal }: PostmasterOptions = {},
): Promise<Postmaster> {
  signal?.throwIfAborted();
  const data = join(directory, 'data');
  const portFile = join(directory, 'port');
  const logFile = join(directory, 'server.log');
  const logStart = await truncateIfLarge(logFile);
  // If another process takes the port first, the start fails and is retried.
  const port = only === undefined ? await choosePort(portFile) : await requirePort(only);
  const serverArgs = ['-D', data, '-p', String(port), ...settings(durable)];
  const { file, args, ...ids } = account.command(postgres, serverArgs);

  const log = await open(logFile, 'a', 0o600);
  const options = { ...ids, ...PROGRAM_OPTIONS, detached: true };
  const child = spawn(file, args, { ...options, stdio: ['ignore', log.fd, log.fd] });
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  child.unref();

  const deadline = AbortSignal.any([AbortSignal.timeout(START_MS), ...(signal ? [signal] : [])]);
  while (isRunning(child) && !deadline.aborted) {
    const postmaster = await readPostmasterFile(data);
    if (postmaster?.pid === child.pid && postmaster?.ready) {
      // Without the file, the next start only has another port.
      await writeFile(portFile, `${port}\n`, { mode: 0o600 }).catch(() => undefined);
      return postmaster;
    }
    await sleep(POLL_MS);
  }
  child.kill('SIGINT');
  const patience = AbortSignal.timeout(STOP_MS);
  while (isRunning(child) && !patience.aborted) await sleep(POLL_MS);
  signal?.throwIfAborted();
  const output = (await readFile(logFile)).subarray(logStart).toString('utf8');
  const Failure = TRANSIENT.test(output) ? TransientError : Error;
  throw new Failure(`The local PostgreSQL in ${directory} did not start:\n${firstLines(output)}`);
}

/** Returns the port of the last start if it is free, otherwise another one. */
async function choosePort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(ignoring('ENOENT')));
  return last > 0 && (await isFree(last)) ? last : freePort();
}

/** @throws TransientError if another program uses the port */
async function requirePort(port: number): Promise<number> {
  if (await isFree(port)) return port;
  throw new TransientError(`Another program uses the port ${port}, which PostgreSQL had before.`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Stops the server of a data directory. Open transactions are rolled back. */
export async function stopPostmaster(data: string): Promise<void> {
  const postmaster = await findPostmaster(data);
  if (!postmaster) return;

  process.kill(postmaster.pid, 'SIGINT');
  const deadline = AbortSignal.timeout(STOP_MS);
  // The server removes the file last; until then no other server can start on the directory.
  while ((await findPostmaster(data))?.pid === postmaster.pid) {
    if (deadline.aborted) {
      throw new Error(`The local PostgreSQL (process ${postmaster.pid}) in ${data} does not stop.`);
    }
    await sleep(POLL_MS);
  }
}

function settings(durable: boolean): string[] {
  const values = [
    `listen_addresses=${ADDRESS}`,
    // A path below the project may be too long for a socket, and /tmp is open to every user.
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  if (!durable) {
    values.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
    // Databases that live for seconds need no replicas.
    values.push('wal_level=minimal', 'max_wal_senders=0');
  }
  return values.flatMap((value) => ['-c', value]);
}

/** Empties a large log file. Returns its size. */
async function truncateIfLarge(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(ignoring('ENOENT')))?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) return size;
  await truncate(logFile);
  return 0;
}
