import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { ignoring } from './errors.js';

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database and closes the connections to it. */
  drop(): Promise<void>;
}

/**
 * Time limits of a connection, in milliseconds, for tests that are not about a database that answers late: test files
 * share the processors, so that one may wait for seconds.
 */
export const PATIENT = { connectTimeout: 60_000, queryTimeout: 60_000, statementTimeout: 60_000 };

const TEMPLATE_IN_USE = '55006';
const TRIES = 50;
const PAUSE_MS = 100;

/**
 * Creates a database from the template that the Jest setup (`tools/jest/postgres-setup.mjs`) migrated. Call it in
 * `beforeAll`, and `drop` in `afterAll`. Test files that run in parallel do not affect each other.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(readSetupVariable('CARE_ATLAS_TEST_TEMPLATE'));
}

/** Creates a copy of a test database without open sessions: where tests change the same rows, it spares writing them again. */
export function copyTestDatabase(url: string): Promise<TestDatabase> {
  return copyOf(new URL(url).pathname.slice(1));
}

async function copyOf(database: string): Promise<TestDatabase> {
  const server = readSetupVariable('CARE_ATLAS_TEST_SERVER');
  // The name starts with the template's, so that the teardown finds databases that a test file did not drop.
  const name = `${readSetupVariable('CARE_ATLAS_TEST_TEMPLATE')}_t_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => copyTemplate(client, database, name));

  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await sessions.get(url.href)?.end();
    sessions.delete(url.href);
    await withClient(server, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
    });
  };
  return { url: url.href, drop };
}

/** Brings a test database back to what the migration left, in a tenth of the time that another one takes. */
export async function emptyTestDatabase(url: string): Promise<void> {
  const script = await (emptying ??= writeEmptying());
  if (!sessions.has(url)) sessions.set(url, emptyingSession(url));
  await sessions.get(url)!.query(script);
}

/** The sessions that empty databases, by URL: beginning one takes longer. */
const sessions = new Map<string, Pool>();

/** The statements that empty a database, the same for all copies of the template. */
let emptying: Promise<string> | undefined;

/** Deletes all rows. Most tables have had none; to truncate a table creates its files again, which takes longer. */
const DELETE_ROWS = `
  do $$ declare name text; begin
    for name in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop execute format('delete from %I', name); end loop;
  end $$`;

/** Writes them from a new copy of the template, whose rows and sequences they restore. */
async function writeEmptying(): Promise<string> {
  const fresh = await createTestDatabase();
  const statements = [DELETE_ROWS];
  await withClient(fresh.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ insert: string }>(
        `select format('insert into ${name} overriding system value
          select * from json_populate_recordset(null::${name}, %L)', json_agg(stored)) as insert from ${name} stored`,
      );
      statements.push(rows[0]!.insert);
    }
    const { rows: sequences } = await client.query<{ reset: string }>(
      `select format('select setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value), last_value is not null)
        as reset from pg_sequences where schemaname = 'public'`,
    );
    statements.push(...sequences.map(({ reset }) => reset));
  });
  await fresh.drop();
  return statements.join(';\n');
}

/** Sessions in which no trigger and no foreign key applies, so that tables can be emptied in any order. */
function emptyingSession(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    options: '-c session_replication_role=replica',
    max: 1,
    allowExitOnIdle: true,
  });
  // A test may end all sessions.
  pool.on('error', () => undefined);
  return pool;
}

async function copyTemplate(client: Client, template: string, name: string): Promise<void> {
  const [database, source] = [name, template].map((each) => client.escapeIdentifier(each));
  // Copying files needs a checkpoint, which has little to write here, and is faster than copying through the log.
  const copy = () => client.query(`CREATE DATABASE ${database} TEMPLATE ${source} STRATEGY FILE_COPY`);
  for (let tries = 1; tries < TRIES; tries++) {
    if (await copy().catch(ignoring(TEMPLATE_IN_USE))) return;
    await sleep(PAUSE_MS);
  }
  await copy();
}

/** Reads what the Jest setup passes on through the environment: it runs in another process than the tests. */
function readSetupVariable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set: add the globalSetup of tools/jest to the project's Jest configuration.`,
  );
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
