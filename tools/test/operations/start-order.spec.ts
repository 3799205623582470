import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '@care-atlas/data/connection';
import { useTestDatabase } from '../stage/use-test-database.js';
import { until } from '../stage/until.js';
import { RunningService } from '../stage/programs/running-service.js';
import { SERVICE_NAMES, type ServiceName } from '../stage/programs/services.js';

const server = useTestDatabase(0);
let name: string;
let url: string;

beforeEach(() => {
  name = `${new URL(server.url).pathname.slice(1)}_${randomBytes(4).toString('hex')}`;
  url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
});
afterEach(() => on(server.url, `drop database if exists ${name} with (force)`));

async function on(databaseUrl: string, text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function withLaunched(
  service: ServiceName,
  use: (launched: RunningService) => Promise<void>,
): Promise<void> {
  const launched = await RunningService.launch(service, { DATABASE_URL: url });
  try {
    await use(launched);
  } finally {
    await launched.end();
  }
}

const says = (service: RunningService, words: string) =>
  until(`it said "${words}"`, () => service.lines.some((line) => line.includes(words)));

it.each(SERVICE_NAMES)('%s waits for a database that is created and migrated later', async (service) => {
  await withLaunched(service, async (launched) => {
    await says(launched, `Waiting for the database: database "${name}" does not exist`);
    await on(server.url, `create database ${name}`);
    await says(launched, 'Waiting for the database: It is not migrated to this release yet');
    await migrate(url);
    await launched.ready();
    expect(launched.child.exitCode).toBeNull();
  });
});

/** The tables that services read or write at their start.*/
const READ_AT_START = { api: 'api_key', dashboard: 'schema_migration', mcp: 'oauth_secret' };

it.each(SERVICE_NAMES)('%s waits for a table that another session locks while it starts', async (service) => {
  await on(server.url, `create database ${name}`);
  await migrate(url);
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query(`begin; lock table ${READ_AT_START[service]} in access exclusive mode`);
  await withLaunched(service, async (launched) => {
    await says(launched, 'Waiting for the database: canceling statement due to statement timeout');
    await other.end();
    await launched.ready();
    expect(launched.child.exitCode).toBeNull();
  });
});

it('a waiting service ends on SIGTERM', async () => {
  await withLaunched('api', async (launched) => {
    await says(launched, 'Waiting for the database');
    launched.child.kill('SIGTERM');
    expect(await launched.ended).toBe(0);
  });
});
