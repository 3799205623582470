import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { type ImportJob, ImportArrivals, ImportJobRepository, type ImportState } from '@care-atlas/data/sync';
import type { ImportSourceName } from '@care-atlas/domain/records';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { TestFolder } from './test-import.js';

const WORKSPACE = resolve(import.meta.dirname, '../../..');
const FLAGS = [
  '--conditions=@care-atlas/source',
  '--import',
  pathToFileURL(join(WORKSPACE, 'tools/dev-register.mjs')).href,
];
const PAUSE_MS = 50;

/** A real worker, in a process of its own. */
export class WorkerProcess {
  readonly #log: Promise<string>;

  private constructor(readonly process: ChildProcess) {
    this.#log = text(process.stdout!);
  }

  static async start(databaseUrl: string, spool: string, env: object): Promise<WorkerProcess> {
    const process_ = fork(join(WORKSPACE, 'apps/sync/src/main.ts'), ['worker', '--spool', spool], {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, ...env },
      execArgv: FLAGS,
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    const worker = new WorkerProcess(process_);
    await once(process_, 'message');
    return worker;
  }

  /** The process that reads a file; undefined where none does. */
  get child(): number | undefined {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const found = lines.map((line) => line.trim().split(/\s+/).map(Number));
    return found.find(([, parent]) => parent === this.process.pid)?.[0];
  }

  /** Returns the process that reads a file once there is one, other than one before. */
  childOtherThan(before?: number): Promise<number> {
    return until(() => (this.child === before ? undefined : this.child));
  }

  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<string> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill(signal);
      await once(this.process, 'exit');
    }
    return this.#log;
  }
}

/** A database and a spool, with files that the dashboard has received. */
export class TestUploads {
  readonly jobs: ImportJobRepository;
  #workers: WorkerProcess[] = [];

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

  async startWorker(env: object = {}): Promise<WorkerProcess> {
    const worker = await WorkerProcess.start(this.test.url, this.spool, env);
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

  async close(): Promise<void> {
    for (const worker of this.#workers) await worker.end('SIGKILL');
    await this.database.close();
    await this.test.drop();
    await this.folder.remove();
  }
}

/** Waits until there is a value. What never comes is a test that times out. */
export async function until<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  for (;;) {
    const value = await find();
    if (value !== undefined && value !== false) return value;
    await sleep(PAUSE_MS);
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
