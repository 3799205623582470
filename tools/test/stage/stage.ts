import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { loadSample } from '../../src/sample/load-sample.js';
import { type Answer, Connection } from './connection.js';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { CONSUMER_KEYS, type GatewaySettings, writeGateway } from './programs/gateway.js';
import { Guard } from './guard.js';
import { findLeaks } from './leak.js';
import { StagePostgres } from './programs/postgres.js';
import { Program, type ProgramPlan } from './programs/program.js';
import { Import } from './programs/import.js';
import { redisServer } from './programs/redis.js';
import { Service, type ServiceKind } from './programs/service.js';

const DOCTORS = 200;

/**
 * The product as it runs in production, in several processes: a PostgreSQL with sample data, and the programs that a
 * test starts. Nothing outlives the test, even if the test is killed.
 */
export class Stage {
  /** The programs in the order of their start. */
  readonly #programs: Program[] = [];
  #named = 0;
  readonly #connections: Connection[] = [];
  /** Every secret that was used, and must not be found anywhere. */
  readonly #secrets = new Set<string>();
  /** All answers with an error status. */
  readonly #refusals: string[] = [];

  private constructor(
    /** For logs and data. */
    readonly directory: string,
    private readonly guard: Guard,
    readonly postgres: StagePostgres,
    /** The database without the proxy, for the test itself. It stops working after a restart of the server. */
    readonly database: Database,
  ) {}

  /**
   * @param doctors the number of sample doctors
   * @param now the time of their import
   */
  static async start(doctors = DOCTORS, now = new Date()): Promise<Stage> {
    const directory = await mkdtemp(join(tmpdir(), 'care-atlas-stage-'));
    const guard = new Guard(directory);
    const postgres = await StagePostgres.start(join(directory, 'postgres'), guard);
    const url = postgres.directUrl;
    await loadSample(url, doctors, now);
    const database = await openDatabase(url, PATIENT);
    // Tests import more, which sample data would refuse.
    await database.pool.query(`update clinic set origin = 'clinic'`);
    return new Stage(directory, guard, postgres, database);
  }

  /** Creates a key. */
  async mintKey(kind: KeyKind = 'live'): Promise<string> {
    const key = this.secret(makeKey(kind, (count) => randomBytes(count)));
    await new KeyRepository(this.database).create({ kind, label: 'stage' }, key);
    return key;
  }

  /** Registers a secret for `leaks`. */
  secret(secret: string): string {
    this.#secrets.add(secret);
    return secret;
  }

  /** Starts a service of the product. */
  service(kind: ServiceKind, env: Readonly<Record<string, string>> = {}): Promise<Service> {
    return this.#start(kind, (plan) => new Service(kind, { DATABASE_URL: this.postgres.url, ...env }, plan));
  }

  /** Starts an import. */
  import(words: readonly string[]): Import {
    return new Import(words, this.postgres.directUrl, this.guard);
  }

  /** Starts a Redis without persistence. */
  redis(): Promise<Program> {
    return this.#start('redis', (plan) => redisServer(plan));
  }

  /** Starts nginx as the shipped gateway, with the consumers of its example. */
  gateway(settings: GatewaySettings): Promise<Program> {
    for (const secret of [settings.secret, ...CONSUMER_KEYS.values()]) this.secret(secret);
    return this.#start('gateway', (plan) => {
      const file = writeGateway(join(this.directory, plan.name), plan.port, settings);
      return new Program({ ...plan, file: 'nginx', args: ['-e', 'stderr', '-c', file] });
    });
  }

  /** Opens a kept-alive connection. */
  connect({ port }: { readonly port: number }): Connection {
    const connection = new Connection(`http://127.0.0.1:${port}`, (answer) => this.#onAnswer(answer));
    this.#connections.push(connection);
    return connection;
  }

  /** Returns where a registered secret occurs: in the database, in a log or in a refusal. */
  async leaks(): Promise<string[]> {
    const logs = Object.fromEntries(this.#programs.map(({ name, log }) => [`log of ${name}`, log]));
    // The address changes with a restart.
    const database = await openDatabase(this.postgres.directUrl);
    try {
      return await findLeaks(this.#secrets, database, {
        ...logs,
        'log of postgres': this.postgres.log,
        refusals: this.#refusals.join('\n'),
      });
    } finally {
      await database.close();
    }
  }

  /** Stops everything and removes it. */
  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    this.postgres.thaw();
    await this.postgres.proxy.restore();
    const ends = [this.database.close(), ...this.#programs.map((program) => program.stop())];
    // A failure must not leave the rest running.
    const failures = (await Promise.allSettled(ends)).filter((end) => end.status === 'rejected');
    await this.postgres.stop();
    await this.guard.end();
    if (failures.length > 0) throw new AggregateError(failures.map(({ reason }) => reason as unknown));
  }

  async #start<T extends Program>(
    kind: string,
    make: (plan: Omit<ProgramPlan, 'file' | 'args'>) => T,
  ): Promise<T> {
    const { directory, guard } = this;
    const name = `${kind}-${++this.#named}`;
    const program = make({ name, port: await freePort(), directory, guard });
    this.#programs.push(program);
    await program.start();
    return program;
  }

  #onAnswer({ status, headers, body }: Answer): void {
    if (status >= 400) this.#refusals.push(JSON.stringify(headers), body);
  }
}
