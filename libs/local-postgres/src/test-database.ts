import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from './error-code.js';

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database, and ends the connections that are still open to it. */
  drop(): Promise<void>;
}

const TEMPLATE_IN_USE = '55006';
const TRIES = 50;
const PAUSE_MS = 100;

/**
 * Makes a database from the template that the Jest set-up (`tools/jest/postgres-setup.mjs`) migrated. Call it
 * in `beforeAll` and `drop` in `afterAll`; files that run at the same time do not meet.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = fromSetup('CARE_ATLAS_TEST_SERVER');
  const template = fromSetup('CARE_ATLAS_TEST_TEMPLATE');
  // The template's name leads, so that the tear-down finds what a test file left.
  const name = `${template}_t_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => createFrom(template, name, client));

  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () =>
    onServer(server, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
    });
  return { url: url.href, drop };
}

async function createFrom(template: string, name: string, client: Client): Promise<void> {
  const [database, source] = [name, template].map((each) => client.escapeIdentifier(each));
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`CREATE DATABASE ${database} TEMPLATE ${source}`);
      return;
    } catch (error) {
      if (errorCode(error) !== TEMPLATE_IN_USE || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** The set-up runs in another process than the tests: the environment is the way Jest has between them. */
function fromSetup(variable: string): string {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(
    `${variable} is not set: the project's Jest configuration lacks the globalSetup of tools/jest.`,
  );
}

async function onServer(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
