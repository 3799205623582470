import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { Client } from 'pg';
import { MachinePostgres } from '../machine-postgres.js';
import { Guard } from '../stage/guard.js';
import type { Program } from '../stage/programs/program.js';
import { redisServer } from '../stage/programs/redis.js';
import { RunningService } from '../stage/programs/running-service.js';
import { sourceArguments } from '../stage/programs/services.js';
import { until } from '../stage/until.js';
import { composeFile, environmentOf } from './files/compose-file.js';
import { PROJECT, textOf } from './files/project-file.js';

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);
const { services } = composeFile();
/** The services that listen, with the variable of their port, which only the image knows otherwise. */
const LISTENING = { api: 'PORT', mcp: 'MCP_PORT', dashboard: 'DASHBOARD_PORT' } as const;
type Listening = keyof typeof LISTENING;

/** Returns docker/.env as docker/make-env.mjs writes it, with fresh secrets. */
export function madeEnvironment(): Record<string, string> {
  const made = execFileSync(process.execPath, [join(PROJECT, 'docker/make-env.mjs')], { encoding: 'utf8' });
  return parseEnv(made) as Record<string, string>;
}

/** The variables that the image sets for every program. */
function imageEnvironment(): Record<string, string> {
  const [, set = ''] = /^ENV (NODE_ENV=.*)$/m.exec(textOf('docker/Dockerfile'))!;
  return Object.fromEntries(set.split(' ').map((each) => each.split('=') as [string, string]));
}

/**
 * The programs of docker/compose.yaml as processes of this machine, from source: with the commands and the environment that
 * Compose gives their containers, where 127.0.0.1 and free ports stand for the containers' names and ports, and folders for
 * the volumes. PostgreSQL and the store are those of this machine, set up by what Compose runs.
 */
export class ComposedStage {
  readonly folder = mkdtempSync(join(tmpdir(), 'care-atlas-compose-'));
  readonly #guard = new Guard(this.folder);
  readonly #running = new Set<{ stop(): Promise<unknown> }>();
  readonly #ports: Record<string, number> = {};
  #postgres: MachinePostgres | undefined;
  #store: Program | undefined;
  /** The password of the superuser, once it is that of docker/.env. */
  #superuser: string | undefined;

  private constructor(private readonly secrets: Environment) {}

  /** Starts the database with its roles and tables, and the store, by the secrets of docker/.env. */
  static async start(secrets: Environment): Promise<ComposedStage> {
    const stage = new ComposedStage(secrets);
    try {
      await stage.#prepare();
      return stage;
    } catch (error) {
      await stage.stop();
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    for (const each of ['exports', 'uploads']) mkdirSync(join(this.folder, each));
    this.#postgres = await MachinePostgres.start();
    await this.query('create database care_atlas', 'postgres');
    this.#ports['postgres'] = Number(new URL(this.#postgres.url).port);
    for (const name of ['store', ...Object.keys(LISTENING)]) this.#ports[name] = await freePort();
    const { PGPASSWORD } = this.environment('roles', this.secrets);
    await this.query(`alter role postgres password '${PGPASSWORD}'`, 'postgres');
    this.#superuser = PGPASSWORD!;
    const env = { ...this.environment('roles', this.secrets), PGPORT: String(this.#ports['postgres']) };
    await run('sh', [join(PROJECT, 'docker/postgres/roles.sh')], {
      env: { ...env, PATH: `${this.#postgres.programs}:/usr/bin:/bin` },
    });
    await this.command('migrate', this.secrets);
    const plan = { name: 'store', port: this.#ports['store']!, directory: this.folder, guard: this.#guard };
    this.#store = redisServer(plan, { requirepass: this.secrets['STORE_PASSWORD']! });
    await this.#store.start();
  }

  /** Sends a statement as the superuser. */
  async query<Row>(text: string, database = 'care_atlas'): Promise<Row[]> {
    const url = new URL(this.#postgres!.url);
    url.pathname = `/${database}`;
    if (this.#superuser !== undefined) url.password = this.#superuser;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Returns the environment of a container, as it is on this machine. */
  environment(service: string, env: Environment): Record<string, string> {
    const own = services[service]!.image.startsWith('care-atlas:') ? imageEnvironment() : {};
    const given = Object.entries(environmentOf(services[service]!, env)).map(([name, value]) => [
      name,
      value
        .replaceAll(/\b(postgres|store|api|mcp):\d+/g, (_, host: string) => `127.0.0.1:${this.#ports[host]}`)
        .replace(/^postgres$/, name === 'PGHOST' ? '127.0.0.1' : '$&')
        .replace(/^\/(exports|uploads)$/, `${this.folder}/$1`),
    ]);
    return { ...own, ...(Object.fromEntries(given) as Record<string, string>) };
  }

  /** Runs a service that ends, and returns its output. @param words instead of its command */
  async command(
    service: string,
    env: Environment,
    words = services[service]!.command as string[],
  ): Promise<string> {
    const { entrypoint } = services[service]!;
    const all = service === 'console' ? [entrypoint!.at(-1)!, ...words] : words;
    const [main = '', ...rest] = all.map((word) => word.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
    const { stdout } = await run(process.execPath, [...sourceArguments(main), ...rest], {
      cwd: PROJECT,
      env: { PATH: process.env['PATH'], ...this.environment(service, env) },
    });
    return stdout;
  }

  /** Starts a service that listens, and waits until its container would be healthy. */
  async service(name: Listening, env: Environment): Promise<RunningService> {
    // All listen for Prometheus at one port, each in its container.
    const { METRICS_PORT: _, ...own } = this.environment(name, env);
    const service = await RunningService.start(name, {
      ...own,
      [LISTENING[name]]: String(this.#ports[name]),
    });
    this.#running.add(service);
    const words = services[name]!.healthcheck!.test!.slice(2);
    const check = words.map((word) => word.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${this.#ports[name]}`));
    // Compose repeats it too.
    await until(`${name} was healthy`, async () => {
      const answer = await run(process.execPath, check, { cwd: PROJECT }).catch(() => undefined);
      return answer !== undefined;
    });
    return service;
  }

  /** Starts the worker of uploads, and waits until it works. */
  async worker(env: Environment): Promise<void> {
    const [main = '', ...words] = services['uploads']!.command as string[];
    const source = main.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    const child = spawn(process.execPath, [...sourceArguments(source), ...words], {
      cwd: PROJECT,
      env: { PATH: process.env['PATH'], ...this.environment('uploads', env) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#running.add({ stop: () => stopped(child) });
    const [first] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
    if (first !== 'ready') throw new Error(`The worker ended with ${String(first)}.`);
  }

  /** Stops the services, and keeps the database. */
  async stopServices(): Promise<void> {
    await Promise.all(Array.from(this.#running, (each) => each.stop()));
    this.#running.clear();
  }

  async stop(): Promise<void> {
    await this.stopServices();
    await this.#store?.stop();
    this.#postgres?.stop();
    await this.#guard.end();
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
