import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyLeaseRepository, KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { Client } from 'pg';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { PROJECT } from '../../tools/src/project.js';
import { loadSample } from '../../tools/src/sample/load-sample.js';
import { Load, type LoadResult } from './load.js';
import { MeasuredProcess, type ProcessPlan } from './measured-process.js';
import { familyTime } from '../../tools/src/processes/processor-time.js';
import { type HttpRequest, keyed } from './requests/http-request.js';
import type { BenchRun, SectionReport } from './section.js';

/** Not the default database: only a database without connections can be a template. */
const DATABASE = 'directory';
/** No request of a benchmark is refused. */
const NO_LIMIT = { RATE_LIMIT_LIVE: '1000000000' };
const API = 'apps/api/dist/main.js';

type Plan = Omit<ProcessPlan, 'port'> & { readonly database?: string };

/** A PostgreSQL with a sample directory and a key, and the servers that a benchmark starts beside it. */
export class BenchDirectory {
  readonly #servers: MeasuredProcess[] = [];

  private constructor(
    /** For temporary files. */
    readonly folder: string,
    readonly doctors: number,
    /** A live key. */
    readonly key: string,
    private readonly seconds: number,
    private readonly postgres: Awaited<ReturnType<typeof startLocalPostgres>>,
    private readonly postmaster: number,
  ) {}

  /** Runs work with a directory, and removes everything after it. */
  static async open<T>(
    { seconds, log }: Pick<BenchRun, 'seconds' | 'log'>,
    doctors: number,
    work: (directory: BenchDirectory) => Promise<T>,
  ): Promise<T> {
    const folder = mkdtempSync(join(tmpdir(), 'care-atlas-bench-'));
    try {
      const postgres = await startLocalPostgres({ directory: join(folder, 'postgres') });
      const pid = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
      const key = makeKey('live', randomBytes);
      const directory = new BenchDirectory(folder, doctors, key, seconds, postgres, pid);
      try {
        log(`loading ${doctors} sample doctors`);
        await directory.#fill();
        return await Promise.race([work(directory), interruption()]);
      } finally {
        await directory.stopAll();
        await postgres.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Returns the `run` of a section that measures a directory of the first size. */
  static section(measure: (directory: BenchDirectory, run: BenchRun) => Promise<SectionReport>) {
    return (run: BenchRun): Promise<SectionReport> =>
      BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run));
  }

  /** Returns the URL of a database; by default that of the directory. */
  url(database = DATABASE): string {
    return this.postgres.url(database);
  }

  /** Creates another database: an empty one, or a copy of the directory, which must have no connections. */
  async create(database: string, from: 'nothing' | 'directory'): Promise<void> {
    const template = from === 'directory' ? `template ${DATABASE}` : '';
    await execute(this.url('postgres'), `create database ${database} ${template}`);
  }

  /** Returns the processor time that all processes of PostgreSQL have used so far, in milliseconds. */
  readonly databaseTime = (): number => familyTime(this.postmaster);

  /** Starts a server on a free port. */
  async start(file: string, plan: Omit<ProcessPlan, 'port'> = {}): Promise<MeasuredProcess> {
    const server = await MeasuredProcess.start(file, { ...plan, port: await freePort() });
    this.#servers.push(server);
    return server;
  }

  /** Starts a service as it ships, but without limits; by default the API. */
  service({ database, ...plan }: Plan = {}, file = API): Promise<MeasuredProcess> {
    const env = { DATABASE_URL: this.url(database), ...NO_LIMIT, ...plan.env };
    return this.start(join(PROJECT, file), { ...plan, env });
  }

  /** Returns GET requests with the key. */
  requests(paths: readonly string[]): HttpRequest[] {
    return keyed(paths, this.key);
  }

  /** Returns a measurement: the same requests are sent for some seconds. */
  target(
    server: Pick<MeasuredProcess, 'port' | 'cpu'>,
    requests: readonly HttpRequest[],
  ): () => Promise<LoadResult> {
    const load = new Load(this.folder, requests);
    return () => load.run([server], { seconds: this.seconds, databaseTime: this.databaseTime });
  }

  /** Stops all servers started here. */
  async stopAll(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.stop();
  }

  async #fill(): Promise<void> {
    await this.create(DATABASE, 'nothing');
    await migrate(this.url());
    if (this.doctors > 0) await loadSample(this.url(), this.doctors, new Date());
    const database = await openDatabase(this.url());
    await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, this.key);
    // As `npm start` does.
    await new KeyLeaseRepository(database.manager).enable(true, { actor: 'benchmark' });
    await database.close();
    await settle(this.url());
  }
}

/** Rejects on Ctrl-C, so that everything that was started is stopped. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error('Interrupted.')));
  });
}

/** Vacuums now, so that autovacuum does not run during a measurement. */
export function settle(databaseUrl: string): Promise<void> {
  return execute(databaseUrl, 'vacuum analyze');
}

/** Runs a statement on a connection that is closed after it. */
export async function execute(databaseUrl: string, sql: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(sql));
}

/** Runs work on a connection that is closed after it. */
export async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
