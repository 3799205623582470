import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { Client } from 'pg';
import { loadSample } from '../sample-load.js';
import { freePort } from '../stage/free-port.js';
import { keyed, send } from './http-request.js';
import { MeasuredProcess, type ProcessPlan } from './measured-process.js';
import { familyTime } from './processor-time.js';

export const PROJECT = resolve(import.meta.dirname, '../../..');
/** Not the one that is there from the start, which stays connected: nobody can make copies of it. */
const DATABASE = 'directory';
/** No request of a benchmark is to be refused. */
const NO_LIMIT = { RATE_LIMIT_LIVE: '1000000000' };

/** A PostgreSQL with an invented directory and a key, and whatever servers a benchmark puts beside it. */
export class BenchDirectory {
  readonly #servers: MeasuredProcess[] = [];

  private constructor(
    /** For files; removed in the end. */
    readonly folder: string,
    readonly doctors: number,
    /** A live key. */
    readonly key: string,
    private readonly postgres: Awaited<ReturnType<typeof startLocalPostgres>>,
    private readonly postmaster: number,
  ) {}

  /** Makes one for as long as the work takes. */
  static async open<T>(doctors: number, work: (directory: BenchDirectory) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(join(tmpdir(), 'care-atlas-bench-'));
    try {
      const postgres = await startLocalPostgres({ directory: join(folder, 'postgres') });
      const pid = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
      const key = makeKey('live', randomBytes);
      const directory = new BenchDirectory(folder, doctors, key, postgres, pid);
      try {
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

  /** The address of a database; the directory itself, unless it is named. */
  url(database = DATABASE): string {
    return this.postgres.url(database);
  }

  /** Makes another database: an empty one, or a copy of the directory, which nobody may be connected to. */
  async create(database: string, from: 'nothing' | 'directory'): Promise<void> {
    const template = from === 'directory' ? `template ${DATABASE}` : '';
    await execute(this.url('postgres'), `create database ${database} ${template}`);
  }

  /** Processor time that PostgreSQL has used so far, all its processes together, in milliseconds. */
  readonly databaseTime = (): number => familyTime(this.postmaster);

  /** Starts a server; it ends with the directory at the latest. */
  async start(file: string, plan: Omit<ProcessPlan, 'port'> = {}): Promise<MeasuredProcess> {
    const server = await MeasuredProcess.start(file, { ...plan, port: await freePort() });
    this.#servers.push(server);
    return server;
  }

  /** Starts the API as it is shipped, but for the limit. */
  api(plan: Omit<ProcessPlan, 'port'> & { readonly database?: string } = {}): Promise<MeasuredProcess> {
    const env = { DATABASE_URL: this.url(plan.database), ...NO_LIMIT, ...plan.env };
    return this.start(join(PROJECT, 'apps/api/dist/main.js'), { ...plan, env });
  }

  /** Starts a connector, but for the limit: the one that is shipped, unless another program is named. */
  async connector(
    file = join(PROJECT, 'apps/mcp/dist/main.js'),
    flags?: readonly string[],
  ): Promise<MeasuredProcess> {
    const port = await freePort();
    const env = { DATABASE_URL: this.url(), MCP_PORT: String(port), ...NO_LIMIT };
    const server = await MeasuredProcess.start(file, { port, env, ...(flags && { flags }) });
    this.#servers.push(server);
    return server;
  }

  /** Gives the answers of a server to GET requests with the key. */
  reader({ port }: MeasuredProcess): (path: string) => Promise<string> {
    return async (path) => (await send(port, keyed([path], this.key)[0]!)).text();
  }

  /** Ends all servers that were started here. */
  async stopAll(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.stop();
  }

  async #fill(): Promise<void> {
    await this.create(DATABASE, 'nothing');
    await migrate(this.url());
    await loadSample(this.url(), this.doctors, new Date(), () => undefined);
    const database = await openDatabase(this.url());
    await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, this.key);
    await database.close();
    await settle(this.url());
  }
}

/** Fails when the person gives up, so that everything is taken down that was put up. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error('Interrupted.')));
  });
}

/** Lets PostgreSQL look at its tables now, which it otherwise does at some time or other while it is measured. */
export function settle(databaseUrl: string): Promise<void> {
  return execute(databaseUrl, 'vacuum analyze');
}

/** Runs a statement over a connection of its own. */
export async function execute(databaseUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
