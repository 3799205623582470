import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { type KeyKind, makeKey } from '@care-atlas/domain/key';
import { loadSample } from '../sample/load-sample.js';
import { type Answer, Connection } from './connection.js';
import { freePort } from './free-port.js';
import { CONSUMER_KEYS, type GatewaySettings, writeGateway } from './gateway.js';
import { Guard } from './guard.js';
import { findLeaks } from './leak.js';
import { StagePostgres } from './postgres.js';
import { Program, type ProgramPlan } from './program.js';
import { Import } from './import.js';
import { Service, type ServiceKind } from './service.js';

const DOCTORS = 200;

/**
 * A place where the product runs as it does in earnest, in several processes: a PostgreSQL of its own with sample
 * data, and whatever else a test puts there. Nothing of it outlives the test, also when the test is killed.
 */
export class Stage {
  /** What runs, in the order in which it was started. */
  readonly #programs: Program[] = [];
  #named = 0;
  readonly #connections: Connection[] = [];
  /** Every secret that has been used here, and must be found nowhere. */
  readonly #secrets = new Set<string>();
  /** The refusals that were given. */
  readonly #refusals: string[] = [];

  private constructor(
    /** Logs and data of what runs. */
    readonly directory: string,
    private readonly guard: Guard,
    readonly postgres: StagePostgres,
    /** For what a test asks the database itself; not behind the link, and of no use after a restart of it. */
    readonly database: Database,
  ) {}

  /** @param doctors how many the sample data have */
  static async set(doctors = DOCTORS): Promise<Stage> {
    const directory = await mkdtemp(join(tmpdir(), 'care-atlas-stage-'));
    const guard = new Guard(directory);
    const postgres = await StagePostgres.start(join(directory, 'postgres'), guard);
    const url = postgres.directUrl;
    await migrate(url);
    await loadSample(url, doctors, new Date(), () => undefined);
    return new Stage(directory, guard, postgres, await openDatabase(url));
  }

  /** Stores a new key. */
  async mintKey(kind: KeyKind = 'live'): Promise<string> {
    const key = this.secret(makeKey(kind, (count) => randomBytes(count)));
    await new KeyRepository(this.database).create({ kind, label: 'stage' }, key);
    return key;
  }

  /** Remembers a secret that came up in a test, for `leaks`. */
  secret(secret: string): string {
    this.#secrets.add(secret);
    return secret;
  }

  /** Starts a service of the product on the database of the stage. */
  service(kind: ServiceKind, env: Readonly<Record<string, string>> = {}): Promise<Service> {
    return this.#start(kind, (plan) => new Service(kind, { DATABASE_URL: this.postgres.url, ...env }, plan));
  }

  /** Starts an import into the database of the stage, as a shell would. */
  import(words: readonly string[]): Import {
    return new Import(words, this.postgres.directUrl, this.guard);
  }

  /** Starts a Redis that keeps nothing on disk. */
  redis(): Promise<Program> {
    return this.#start('redis', (plan) => {
      const settings = {
        port: plan.port,
        bind: '127.0.0.1',
        save: '',
        appendonly: 'no',
        dir: this.directory,
      };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
      return new Program({ ...plan, file: 'redis-server', args });
    });
  }

  /** Starts nginx as the gateway that is shipped, with the consumers of its example. */
  gateway(settings: GatewaySettings): Promise<Program> {
    for (const secret of [settings.secret, ...CONSUMER_KEYS.values()]) this.secret(secret);
    return this.#start('gateway', (plan) => {
      const file = writeGateway(join(this.directory, plan.name), plan.port, settings);
      return new Program({ ...plan, file: 'nginx', args: ['-e', 'stderr', '-c', file] });
    });
  }

  /** A kept-alive connection to what listens on a port. */
  connect({ port }: { readonly port: number }): Connection {
    const connection = new Connection(`http://127.0.0.1:${port}`, (answer) => this.#hear(answer));
    this.#connections.push(connection);
    return connection;
  }

  /** Where in the database, the logs or the refusals a secret stands that was used here: nowhere, one hopes. */
  async leaks(): Promise<string[]> {
    const logs = Object.fromEntries(this.#programs.map(({ name, log }) => [`log of ${name}`, log]));
    // After a restart the server has another address.
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

  /** Takes everything down, also after a test that failed. */
  async strike(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    this.postgres.thaw();
    await this.postgres.link.mend();
    const ends = [this.database.close(), ...this.#programs.map((program) => program.stop())];
    // What did not end well is no reason to leave the rest.
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

  #hear({ status, headers, body }: Answer): void {
    if (status >= 400) this.#refusals.push(JSON.stringify(headers), body);
  }
}
