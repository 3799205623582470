import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { PROJECT } from '../src/project.js';
import { runCommand } from './run-command.js';

const SCRIPTS = join(PROJECT, 'docker/postgres');
const run = promisify(execFile);

export const ROLES = ['migrate', 'serve', 'mcp', 'dashboard', 'sync', 'backup'] as const;
export type Role = (typeof ROLES)[number];

/** A database set up by the shipped scripts: one role owns the tables, and the services have others. */
export class RoleDatabase {
  /** The password of every role. */
  readonly password = randomBytes(16).toString('hex');
  readonly #name = `${process.env['CARE_ATLAS_TEST_TEMPLATE']!}_t_${randomBytes(6).toString('hex')}`;

  private constructor(private readonly server: string) {}

  /** @param server the URL of a superuser; by default that of the test run */
  static async create(server = process.env['CARE_ATLAS_TEST_SERVER']!): Promise<RoleDatabase> {
    const database = await RoleDatabase.empty(server);
    const grants = join(SCRIPTS, 'grants.sql');
    await database.command('migrate', 'console', 'database', 'migrate', '--grants', grants);
    return database;
  }

  /** Like `create`, but without tables. */
  static async empty(server: string): Promise<RoleDatabase> {
    const database = new RoleDatabase(server);
    await database.makeEmpty();
    return database;
  }

  /** Creates the database with the roles of the services, without tables. */
  async makeEmpty(): Promise<void> {
    await query(this.server, `create database ${this.#name}`);
    await this.query(readFileSync(join(SCRIPTS, 'roles.sql'), 'utf8'));
    for (const role of ROLES)
      await query(this.server, `alter role care_atlas_${role} password '${this.password}'`);
  }

  /** Removes the database, but not its roles. */
  async destroy(): Promise<void> {
    await query(this.server, `drop database ${this.#name} with (force)`);
  }

  /** Removes the database and its roles. */
  async drop(): Promise<void> {
    await this.destroy();
    // Roles belong to the whole server, which other runs may use too.
    for (const role of ROLES) await query(this.server, `drop role care_atlas_${role}`).catch(() => undefined);
  }

  /** Returns the URL for a role; by default for the superuser. */
  url(role?: Role): string {
    const url = new URL(this.server);
    url.pathname = `/${this.#name}`;
    if (role) [url.username, url.password] = [`care_atlas_${role}`, this.password];
    return url.href;
  }

  /** @throws PostgreSQL's error, with its code */
  query<Row>(text: string, role?: Role): Promise<Row[]> {
    return query(this.url(role), text);
  }

  /** Runs a command of the product as a role, and returns its output. @throws with its messages when it fails */
  async command(role: Role, program: 'console' | 'sync', ...words: string[]): Promise<string> {
    const { code, output, errors } = await runCommand(program, words, { DATABASE_URL: this.url(role) });
    if (code !== 0) throw new Error(errors);
    return output;
  }

  /**
   * Runs a shipped shell script.
   * @param role by default the superuser
   * @param path the folder of PostgreSQL's programs
   */
  async script(path: string, file: string, words: readonly string[] = [], role?: Role): Promise<string> {
    return (
      await run('sh', [join(SCRIPTS, file), ...words], { env: this.scriptEnv(path, role) })
    ).stdout.trim();
  }

  /** Returns the environment of a shipped shell script. */
  scriptEnv(path: string, role?: Role): Record<string, string> {
    const { hostname, port, username, password } = new URL(this.url(role));
    return {
      PATH: `${path}:/usr/bin:/bin`,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: this.#name,
      ...Object.fromEntries(ROLES.map((each) => [`${each.toUpperCase()}_PASSWORD`, this.password])),
    };
  }
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
