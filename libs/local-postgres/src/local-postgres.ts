import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountsFor, chooseAccount } from './account.js';
import { findBinaries } from './binaries.js';
import { clusterExists, clusterPassword, makeCluster, USER } from './cluster.js';
import { errorCode } from './error-code.js';
import { takeLease, type Lease } from './lease.js';
import { endPostmaster, launchPostmaster, PassingFailure } from './postmaster.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';

/** A PostgreSQL that was started, or found running, for this process. */
export interface LocalPostgres {
  /** The connection URL of a database, with the superuser and its password; the default is `care_atlas`. */
  url(database?: string): string;
  /** On 127.0.0.1; another at every start. */
  readonly port: number;
  /** Whether it ran already: left by a run that was killed, or in use by another process. */
  readonly adopted: boolean;
  /** Ends the server and waits for it, unless another process that started or adopted it still goes on. */
  stop(): Promise<void>;
}

/** What a local PostgreSQL is started with. */
export interface LocalPostgresOptions {
  /** Where it keeps everything: the cluster, its password and its log. It is made when missing. */
  readonly directory: string;
  /** False gives up the safety of the data for speed: for tests. */
  readonly durable?: boolean;
  /** Hears, line by line, what takes time or may surprise. */
  readonly say?: (line: string) => void;
}

const DATABASE = 'care_atlas';
const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;
const WRONG_PASSWORD = '28P01';

/**
 * Runs a PostgreSQL from the npm packages on a directory of its own. The first start makes the cluster; every
 * start goes on with the data there, and a server that runs there already is adopted.
 * @throws an Error whose message says what to do.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const directory = await realpath(options.directory);
  const password = await clusterPassword(directory).catch((cause: unknown) => {
    if (errorCode(cause) !== 'EACCES') throw cause;
    throw new Error(`${directory} belongs to another user: start as that user, or remove it.`, { cause });
  });
  const plan = { durable: true, say: () => {}, ...options, directory };
  const { port, adopted, lease } = await patiently(() => moveIn(plan, password));

  let stopped: Promise<void> | undefined;
  return {
    port,
    adopted,
    url: (database = DATABASE) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => (stopped ??= leave(lease, directory)),
  };
}

interface Tenancy {
  readonly port: number;
  readonly adopted: boolean;
  readonly lease: Lease;
}

/** Repeats what fails for reasons that pass, for a minute. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PassingFailure) || deadline.aborted) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function moveIn(plan: Required<LocalPostgresOptions>, password: string): Promise<Tenancy> {
  const data = join(plan.directory, 'data');
  const found = await findPostmaster(data);
  const { pid, port, ready } = found ?? (await launch(plan));
  const which = `The local PostgreSQL in ${plan.directory} (process ${pid})`;
  if (!ready) throw new PassingFailure(`${which} is starting or ending, and does not come to an end of it.`);

  const lease = await takeLease({ port, user: USER, password }, DATABASE).catch(async (cause: unknown) => {
    if (errorCode(cause) !== WRONG_PASSWORD) throw new PassingFailure(`${which} does not answer.`, { cause });
    if (!found) await endPostmaster(data);
    throw new Error(`${which} refuses the password kept beside it: put the right file back.`, { cause });
  });
  plan.say(`PostgreSQL ${found ? 'was already running' : 'is running'} on 127.0.0.1:${port}.`);
  return { port, lease, adopted: found !== undefined };
}

async function launch({ directory, durable, say }: Required<LocalPostgresOptions>): Promise<Postmaster> {
  const { initdb, postgres } = await findBinaries();
  const account = await chooseAccount(await accountsFor(directory), directory, postgres);
  if (!(await clusterExists(directory))) {
    say(`Making a PostgreSQL cluster in ${directory}.`);
    await makeCluster({ directory, initdb, account, durable });
  }
  return launchPostmaster({ directory, postgres, account, durable });
}

async function leave(lease: Lease, directory: string): Promise<void> {
  // A lease that broke off says nothing about others; then the server is most likely gone or going.
  const last = await lease.giveUp().catch(() => true);
  if (last) await endPostmaster(join(directory, 'data'));
}
