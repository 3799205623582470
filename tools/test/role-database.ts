import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { PROJECT } from '../src/repository/project.js';

const SCRIPTS = join(PROJECT, 'docker/postgres');
const run = promisify(execFile);

export const ROLES = ['migrate', 'serve', 'mcp', 'dashboard', 'sync', 'backup'] as const;
export type Role = (typeof ROLES)[number];

/** A database set up by the scripts that are shipped: its tables belong to one role, and the services have others. */
export class RoleDatabase {
  /** Of every role. */
  readonly password = randomBytes(16).toString('hex');
  readonly #name = `${process.env['CARE_ATLAS_TEST_TEMPLATE']!}_t_${randomBytes(6).toString('hex')}`;

  private constructor(private readonly server: string) {}

  /** @param server the address of a superuser; that of the test run unless one is given */
  static async create(server = process.env['CARE_ATLAS_TEST_SERVER']!): Promise<RoleDatabase> {
    const database = new RoleDatabase(server);
    await database.makeEmpty();
    const grants = join(SCRIPTS, 'grants.sql');
    await database.program('migrate', 'console', 'database', 'migrate', '--grants', grants);
    return database;
  }

  /** Makes the database, with the roles of the services and without a table. */
  async makeEmpty(): Promise<void> {
    await query(this.server, `create database ${this.#name}`);
    await this.query(readFileSync(join(SCRIPTS, 'roles.sql'), 'utf8'));
    for (const role of ROLES)
      await query(this.server, `alter role care_atlas_${role} password '${this.password}'`);
  }

  /** Removes the database; its roles stay. */
  async destroy(): Promise<void> {
    await query(this.server, `drop database ${this.#name} with (force)`);
  }

  /** Removes the database and its roles. */
  async drop(): Promise<void> {
    await this.destroy();
    // Roles belong to the whole server, which is not always one of this run alone.
    for (const role of ROLES) await query(this.server, `drop role care_atlas_${role}`).catch(() => undefined);
  }

  /** As a role of ours; the superuser unless one is named. */
  url(role?: Role): string {
    const url = new URL(this.server);
    url.pathname = `/${this.#name}`;
    if (role) [url.username, url.password] = [`care_atlas_${role}`, this.password];
    return url.href;
  }

  /** @throws what PostgreSQL answers, with its code */
  query<Row>(text: string, role?: Role): Promise<Row[]> {
    return query(this.url(role), text);
  }

  /** Runs a program of ours from source, as an operator would. */
  async program(role: Role, app: string, ...words: string[]): Promise<string> {
    const hook = `--import=${join(PROJECT, 'tools/dev-register.mjs')}`;
    const main = join(PROJECT, 'apps', app, 'src/main.ts');
    const env = { ...process.env, DATABASE_URL: this.url(role) };
    const args = ['--conditions=@care-atlas/source', hook, main, ...words];
    return (await run(process.execPath, args, { cwd: PROJECT, env })).stdout;
  }

  /**
   * Runs one of the shell scripts that are shipped.
   * @param role the superuser unless one is named
   * @param path where the programs of PostgreSQL are
   */
  async script(path: string, file: string, words: readonly string[] = [], role?: Role): Promise<string> {
    const { hostname, port, username, password } = new URL(this.url(role));
    const env = {
      PATH: `${path}:/usr/bin:/bin`,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: this.#name,
      ...Object.fromEntries(ROLES.map((each) => [`${each.toUpperCase()}_PASSWORD`, this.password])),
    };
    return (await run('sh', [join(SCRIPTS, file), ...words], { env })).stdout.trim();
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
