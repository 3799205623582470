import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@care-atlas/data/connection';
import { type LocalPostgres, startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { Client } from 'pg';
import { Guard } from '../guard.js';
import { until } from '../until.js';

/** How a server shuts down: after a clean shutdown of its sessions and files, or at once. */
const ENDINGS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** The folder of a migrated cluster that is stopped: every stage of this process starts a copy. */
let template: Promise<string> | undefined;

async function migratedCluster(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'care-atlas-cluster-'));
  // Removes it when this process has ended.
  new Guard(directory);
  const server = await startLocalPostgres({ directory });
  await migrate(server.url());
  await server.stop();
  return directory;
}

/** A PostgreSQL of the stage's own, behind a proxy, so that its address stays when it is restarted. */
export class StagePostgres {
  readonly proxy: FaultProxy;
  readonly #directory: string;
  readonly #guard: Guard;
  #server: LocalPostgres;
  #pid = 0;
  #frozen: readonly number[] = [];

  private constructor(directory: string, guard: Guard, server: LocalPostgres, proxy: FaultProxy) {
    this.#directory = directory;
    this.#guard = guard;
    this.#server = server;
    this.proxy = proxy;
  }

  /** Starts one with the tables of this release. @param directory does not exist yet */
  static async start(directory: string, guard: Guard): Promise<StagePostgres> {
    // Keeps the owner of the files, which may not be root.
    await promisify(execFile)('cp', ['-a', await (template ??= migratedCluster()), directory]);
    const server = await startLocalPostgres({ directory });
    const postgres = new StagePostgres(
      directory,
      guard,
      server,
      await FaultProxy.start(new URL(server.url())),
    );
    postgres.#watch();
    return postgres;
  }

  /** The database, as the services of the stage reach it: through the proxy. */
  get url(): string {
    const url = new URL(this.#server.url());
    url.port = String(this.proxy.port);
    return url.href;
  }

  /** The database without the proxy: for the test itself. Another address after a restart. */
  get directUrl(): string {
    return this.#server.url();
  }

  /** The server's log so far. */
  get log(): string {
    return readFileSync(join(this.#directory, 'server.log'), 'utf8');
  }

  /** Restarts the server, and refuses connections meanwhile. */
  async restart(ending: keyof typeof ENDINGS): Promise<void> {
    const pid = this.#pid;
    process.kill(pid, ENDINGS[ending]);
    await this.proxy.disconnect();
    await until('PostgreSQL ended', () => !isAlive(pid));
    this.#guard.remove(pid);
    this.#server = await startLocalPostgres({ directory: this.#directory });
    this.#watch();
    this.proxy.retarget(new URL(this.#server.url()));
    await this.proxy.restore();
  }

  /** Suspends the server and all its sessions, and keeps their connections open. */
  async freeze(): Promise<void> {
    const client = new Client({ connectionString: this.#server.url() });
    client.on('error', () => undefined);
    await client.connect();
    // From here on no new session can start.
    process.kill(this.#pid, 'SIGSTOP');
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    );
    this.#frozen = [this.#pid, ...rows.map(({ pid }) => pid)];
    for (const pid of this.#frozen) process.kill(pid, 'SIGSTOP');
    await client.end();
  }

  thaw(): void {
    for (const pid of this.#frozen) process.kill(pid, 'SIGCONT');
    this.#frozen = [];
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.#server.stop();
    this.#guard.remove(this.#pid);
    await this.proxy.disconnect();
  }

  #watch(): void {
    this.#pid = Number.parseInt(readFileSync(join(this.#directory, 'data/postmaster.pid'), 'utf8'));
    this.#guard.add(this.#pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
