import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SchemaTooOldError } from '@care-atlas/data/connection';
import { makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { Client } from 'pg';
import { PROJECT } from '../../src/project.js';
import { runCommand } from '../run-command.js';
import { RunningService } from '../stage/programs/running-service.js';
import { SERVICE_NAMES } from '../stage/programs/services.js';
import { until } from '../stage/until.js';
import { RunningStart } from '../start/running-start.js';

const DUMP = join(PROJECT, 'libs/data/test/version-0.9.0.sql');
const TOO_OLD = new SchemaTooOldError().message;
const MIGRATIONS = 'select name from schema_migration order by id';

let database: TestDatabase;
/** Makes it a database of version 0.9.0. */
beforeEach(async () => {
  database = await createTestDatabase();
  await query('drop schema public cascade; create schema public');
  await query(readFileSync(DUMP, 'utf8'));
});
afterEach(() => database.drop());

async function query(statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

// The migration of the compose file and the job of Kubernetes run `database migrate`.
const migrateDatabase = () => runCommand('console', ['database', 'migrate'], { DATABASE_URL: database.url });

/** Returns the status of a request with one of the keys of the dump, and the number of doctors. */
async function ask(api: RunningService, first: number): Promise<readonly unknown[]> {
  const key = makeKey('live', (count) => Uint8Array.from({ length: count }, (_, n) => (first + 7 * n) % 256));
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${api.url}/api/v1/doctors`, { headers });
  return [answer.status, ((await answer.json()) as { readonly total?: number }).total];
}

it('a service of this release waits for the migration of a database of version 0.9.0, and answers after it', async () => {
  const before = await query(MIGRATIONS);
  const api = await RunningService.launch('api', { DATABASE_URL: database.url });
  try {
    const ACTIVE = 1;
    const REPLACED = 2;
    await until('it was waiting', () =>
      api.lines.some((line) => line.includes('not migrated to this release yet')),
    );
    expect(await migrateDatabase()).toEqual({ code: 0, output: 'The tables are up to date.\n', errors: '' });
    await api.ready();
    expect(await ask(api, ACTIVE)).toEqual([200, 3]);
    expect(await ask(api, REPLACED)).toEqual([401, undefined]);
    expect((await query(MIGRATIONS)).slice(0, before.length)).toEqual(before);
  } finally {
    await api.stop();
  }
});

describe('with a database that is older', () => {
  beforeEach(() => query(`delete from schema_migration where name like 'HoursNotes%'`));

  it.each(SERVICE_NAMES)('%s ends with one sentence', async (name) => {
    const service = await RunningService.launch(name, { DATABASE_URL: database.url });
    expect(await service.ended).toBe(1);
    expect(service.lines.at(-1)).toContain(TOO_OLD);
    expect(service.lines.join('\n')).not.toContain('It is not migrated to this release yet');
  });

  it('npm start ends with one sentence', async () => {
    const start = await RunningStart.launch({ DATABASE_URL: database.url });
    expect(await start.ended).toBe(1);
    expect(start.lines).toEqual([TOO_OLD]);
    await start.remove();
  });

  it('database migrate ends with one sentence', async () => {
    expect(await migrateDatabase()).toEqual({ code: 1, output: '', errors: `${TOO_OLD}\n` });
  });

  it('an import ends with the sentence', async () => {
    const file = join(PROJECT, 'apps/sync/examples/clinics.csv');
    const { code, errors } = await runCommand('sync', ['clinics', file], {
      DATABASE_URL: database.url,
    });
    expect([code, errors]).toEqual([1, expect.stringContaining(`${TOO_OLD}\n`)]);
  });
});
