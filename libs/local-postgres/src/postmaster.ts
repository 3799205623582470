import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat, readFile, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.js';
import { ignoring } from './error-code.js';
import { readPostmasterFile, findPostmaster, type Postmaster } from './postmaster-file.js';
import { firstLines, PROGRAM_ENVIRONMENT } from './program.js';

/** What starting a server takes. */
export interface LaunchPlan {
  readonly directory: string;
  readonly postgres: string;
  readonly account: Account;
  readonly durable: boolean;
}

const ADDRESS = '127.0.0.1';
const POLL_MS = 20;
const START_MS = 120_000;
const STOP_MS = 60_000;
const LOG_LIMIT_BYTES = 5_000_000;

/**
 * A launch that failed for a reason that passes: another process took the port, or is starting or ending a
 * server on the same directory.
 */
export class PassingFailure extends Error {}

const PASSING = /could not bind|lock file "postmaster\.pid"|pre-existing shared memory block/;

/**
 * Starts a server on the cluster of a directory, on a free port of 127.0.0.1, and waits until it is ready. It
 * has a process group of its own, so that the terminal's Ctrl-C does not reach it, and nothing of it keeps this
 * process alive.
 * @throws PassingFailure, or an Error with the first lines of the server's log.
 */
export async function launchPostmaster(plan: LaunchPlan): Promise<Postmaster> {
  const data = join(plan.directory, 'data');
  const logFile = join(plan.directory, 'server.log');
  const logStart = await trimmedSize(logFile);
  const args = ['-D', data, '-p', String(await freePort()), ...settings(plan.durable)];
  const { file, args: fullArgs, ...ids } = plan.account.command(plan.postgres, args);

  const log = await open(logFile, 'a', 0o600);
  const child = spawn(file, fullArgs, {
    ...ids,
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  child.unref();

  const deadline = AbortSignal.timeout(START_MS);
  while (child.exitCode === null && child.signalCode === null && !deadline.aborted) {
    const postmaster = await readPostmasterFile(data);
    if (postmaster?.pid === child.pid && postmaster?.ready) return postmaster;
    await sleep(POLL_MS);
  }
  child.kill('SIGINT');
  const output = (await readFile(logFile)).subarray(logStart).toString('utf8');
  const Failure = PASSING.test(output) ? PassingFailure : Error;
  throw new Failure(`The local PostgreSQL in ${plan.directory} did not start:\n${firstLines(output)}`);
}

/** Ends the server of a data directory: open transactions are rolled back, what is committed stays. */
export async function endPostmaster(data: string): Promise<void> {
  const postmaster = await findPostmaster(data);
  if (!postmaster) return;

  process.kill(postmaster.pid, 'SIGINT');
  const deadline = AbortSignal.timeout(STOP_MS);
  // The file goes last, and with it the right to start the next server.
  while ((await findPostmaster(data))?.pid === postmaster.pid) {
    if (deadline.aborted) {
      throw new Error(`The local PostgreSQL (process ${postmaster.pid}) in ${data} does not end.`);
    }
    await sleep(POLL_MS);
  }
}

function settings(durable: boolean): string[] {
  const values = [
    `listen_addresses=${ADDRESS}`,
    // A path below the project may be too long for a socket, and one in /tmp is open to everybody.
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  if (!durable) values.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  return values.flatMap((value) => ['-c', value]);
}

/** A port nobody listens on now. It is not held: the launch says so when another process was faster. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, ADDRESS);
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port on 127.0.0.1.');
  return address.port;
}

/** The size of the log, after emptying it where it has grown large. */
async function trimmedSize(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(ignoring('ENOENT')))?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) return size;
  await truncate(logFile);
  return 0;
}
