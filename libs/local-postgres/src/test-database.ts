import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
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
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = readSetupVariable('CARE_ATLAS_TEST_SERVER');
  const template = readSetupVariable('CARE_ATLAS_TEST_TEMPLATE');
  // The name starts with the template's, so that the teardown finds databases that a test file did not drop.
  const name = `${template}_t_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => copyTemplate(client, template, name));

  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () =>
    withClient(server, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
    });
  return { url: url.href, drop };
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
