import { execFileSync, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { type ImportJob, ImportArrivals, ImportJobRepository, type ImportState } from '@care-atlas/data/sync';
import type { ImportSourceName } from '@care-atlas/domain/records';
import {
  createTestDatabase,
  emptyTestDatabase,
  PATIENT,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/commands/command.js';
import { readLimits } from '../src/limits/read-limits.js';
import { TestFolder } from './test-import.js';

const WORKSPACE = resolve(import.meta.dirname, '../../..');
const FLAGS = [
  '--conditions=@care-atlas/source',
  '--import',
  pathToFileURL(join(WORKSPACE, 'tools/dev-register.mjs')).href,
];
/** The program of the processes that read files. */
const READER = 'task-process';
const PAUSE_MS = 50;
/** To list the processes of the machine takes longer than to ask the database. */
const LIST_PAUSE_MS = 250;

/** A running worker. */
export class TestWorker {
  private constructor(
    readonly pid: number,
    /** Stops it, and waits until it has ended. A process can be killed, too. */
    readonly end: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<unknown>,
  ) {}

  /** Starts a worker in a separate process. */
  static async start(databaseUrl: string, spool: string): Promise<TestWorker> {
    const child = fork(join(WORKSPACE, 'apps/sync/src/main.ts'), ['worker', '--spool', spool], {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
      execArgv: FLAGS,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await once(child, 'message');
    return new TestWorker(child.pid!, (signal) => {
      child.kill(signal);
      return ended;
    });
  }

  /** Runs one in this process, which does not have to load the sources again. The processes that read files are its own. */
  static async run(databaseUrl: string, spool: string, env: Record<string, string>): Promise<TestWorker> {
    const ready = Promise.withResolvers<void>();
    const interruption = new AbortController();
    const ended = runCommand(['worker', '--spool', spool], {
      databaseUrl,
      limits: readLimits(env),
      onReady: ready.resolve,
      clock: () => new Date(),
      actor: 'shell:tester',
      input: Object.assign(Readable.from([]), { isTTY: false }),
      output: { write: () => true },
      errorOutput: { isTTY: false, write: () => true },
      signal: interruption.signal,
    });
    await ready.promise;
    return new TestWorker(process.pid, () => {
      interruption.abort();
      return ended;
    });
  }

  /** The process that reads a file; undefined where none does. */
  get #child(): number | undefined {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const found = lines.find(
      (line) => line.includes(READER) && Number(line.trim().split(/\s+/)[1]) === this.pid,
    );
    return found === undefined ? undefined : Number.parseInt(found, 10);
  }

  /** Returns the process that reads a file once there is one, other than one before. */
  childOtherThan(before?: number): Promise<number> {
    return until(() => {
      const child = this.#child;
      return child === before ? undefined : child;
    }, LIST_PAUSE_MS);
  }
}

/** A database and a spool, with files that the dashboard has received. */
export class TestUploads {
  readonly jobs: ImportJobRepository;
  readonly #workers: TestWorker[] = [];

  private constructor(
    private readonly test: TestDatabase,
    readonly database: Database,
    private readonly folder: TestFolder,
  ) {
    this.jobs = new ImportJobRepository(database);
  }

  static async open(): Promise<TestUploads> {
    const test = await createTestDatabase();
    return new TestUploads(test, await openDatabase(test.url, PATIENT), await TestFolder.make());
  }

  get url(): string {
    return this.test.url;
  }

  get spool(): string {
    return this.folder.path;
  }

  /** Starts a worker in a process of its own. */
  startWorker(): Promise<TestWorker> {
    return this.#use(TestWorker.start(this.url, this.spool));
  }

  /** Runs a worker in this process. @param env its variables of limits */
  runWorker(env: Record<string, string> = {}): Promise<TestWorker> {
    return this.#use(TestWorker.run(this.url, this.spool, env));
  }

  async #use(started: Promise<TestWorker>): Promise<TestWorker> {
    const worker = await started;
    this.#workers.push(worker);
    return worker;
  }

  /** Receives a file, as the dashboard does. @returns the id of its job */
  async add(source: ImportSourceName, fileName: string, content: string | Uint8Array): Promise<string> {
    const id = randomUUID();
    const target = join(this.spool, id, 'file');
    await mkdir(target, { recursive: true });
    await writeFile(join(target, fileName), content);
    const arrivals = new ImportArrivals(this.database);
    const job = { id, source, fileName, settings: { complete: false }, uploadedBy: 'ada' } as const;
    const arrival = (await arrivals.claim(job, new Date()))!;
    const fileHash = createHash('sha256').update(content).digest('hex');
    await arrivals.complete(arrival, { bytes: content.length, fileHash }, new Date());
    return id;
  }

  /** Returns a job once it has one of the states. */
  reaches(id: string, ...states: ImportState[]): Promise<ImportJob> {
    return until(async () => {
      const job = await this.jobs.byId(id);
      return job && states.includes(job.state) ? job : undefined;
    });
  }

  /** Makes a job look as if its worker had died a while ago. */
  async forgetWorker(id: string): Promise<void> {
    await this.database.query(
      `update import_job set seen_at = now() - interval '2 minutes' where id = '${id}'`,
    );
  }

  /** Keeps imports from going on, in the middle of a statement. @returns what lets them go on */
  async holdImports(): Promise<() => Promise<void>> {
    const client = await this.#transaction('lock table clinic in access exclusive mode');
    return () => client.end();
  }

  /** Changes a job in a transaction, which the commit of its import has to wait for. @returns what commits */
  async changeSlowly(id: string, change: string): Promise<() => Promise<void>> {
    const client = await this.#transaction(`update import_job set ${change} where id = '${id}'`);
    return async () => {
      await client.query('commit');
      await client.end();
    };
  }

  async #transaction(statement: string): Promise<Client> {
    const client = new Client(this.test.url);
    // A test that fails leaves it open.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    return client;
  }

  /** Returns whether an import waits in the database for a table, or for its job. */
  async isHeld(by: 'table' | 'job' = 'table'): Promise<boolean> {
    const [row] = (await this.database.query(
      `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'care-atlas-sync' and wait_event_type = 'Lock'
        and (wait_event = 'relation') = ${by === 'table'}`,
    )) as { count: number }[];
    return row!.count > 0;
  }

  /** Ends the connections of imports, as a restart of the database or a failover does. */
  async interruptImports(): Promise<void> {
    await this.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'care-atlas-sync'`,
    );
  }

  /** Ends the workers, and forgets everything that happened. */
  async clear(): Promise<void> {
    for (const worker of this.#workers.splice(0)) await worker.end();
    await emptyTestDatabase(this.url);
    for (const id of await readdir(this.spool)) await rm(join(this.spool, id), { recursive: true });
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) await worker.end();
    await this.database.close();
    await this.test.drop();
    await this.folder.remove();
  }
}

/** Waits until there is a value. What never comes is a test that times out. */
export async function until<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
  pause = PAUSE_MS,
): Promise<Value> {
  for (;;) {
    const value = await find();
    if (value !== undefined && value !== false) return value;
    await sleep(pause);
  }
}

/** Returns once a process has ended. */
export async function gone(pid: number): Promise<void> {
  await until(() => (isAlive(pid) ? undefined : true));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
