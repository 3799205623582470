import { AsOf } from '@care-atlas/domain/rules';
import {
  createTestDatabase,
  eventually,
  feedOneOfEach,
  rowsOf,
  sync,
  type TestDatabase,
} from '../../test/test-directory.js';
import { isDatabaseUnavailable } from '../connection/database-errors.js';
import { type Log, SILENT_LOG } from '../connection/log.js';
import { type OpenDirectory, openDirectory, type OpenDirectoryOptions } from './open-directory.js';

const NOW = new Date('2026-11-20T11:30:00Z');

let database: TestDatabase;
let directory: OpenDirectory | undefined;

beforeEach(async () => (database = await createTestDatabase()));
afterEach(async () => {
  await directory?.close();
  await database.drop();
});

async function open(options: Partial<OpenDirectoryOptions> = {}): Promise<OpenDirectory> {
  directory = await openDirectory({ databaseUrl: database.url, clock: () => NOW, ...options });
  return directory;
}

/** Returns the number of sessions that wait for newer datasets. */
async function watchingSessions(): Promise<number> {
  const rows = await rowsOf(
    database.url,
    `select from pg_stat_activity where datname = current_database() and application_name = 'care-atlas-watch'`,
  );
  return rows.length;
}

it('answers from the newest dataset', async () => {
  const { version } = await sync(database.url, feedOneOfEach);
  const opened = await open();
  expect(opened.dataset).toMatchObject({ version, doctors: 1, clinics: 1 });
  expect(opened.listDoctors({ languages: ['french'] }).value.total).toBe(1);
});

it('evaluates answers as of its clock, with its options', async () => {
  expect((await open({ freshDays: 7 })).asOf).toEqual(new AsOf(NOW, 7));
});

it('follows a newer dataset within seconds, and logs both', async () => {
  const lines: string[] = [];
  const log: Log = { ...SILENT_LOG, info: (line: unknown) => lines.push(String(line)) };
  const opened = await open({ log });
  const first = opened.dataset.version;
  const { version } = await sync(database.url, feedOneOfEach);
  const syncedAt = performance.now();

  await eventually(() => opened.dataset.version === version);

  expect(performance.now() - syncedAt).toBeLessThan(20_000);
  expect(opened.listDoctors({}).value.total).toBe(1);
  expect(lines).toEqual([
    `Serving dataset ${first}: 0 doctors, 0 clinics.`,
    `Serving dataset ${version}: 1 doctors, 1 clinics.`,
  ]);
});

it('keeps answering after its database is gone, and logs the fault', async () => {
  await sync(database.url, feedOneOfEach);
  const faults: string[] = [];
  const opened = await open({ log: { ...SILENT_LOG, error: (line: unknown) => faults.push(String(line)) } });
  await eventually(async () => (await watchingSessions()) === 1);

  await database.drop();
  await eventually(() => faults.length > 1);

  expect(opened.listDoctors({}).value.total).toBe(1);
  expect(faults[0]).toMatch(/^The newest dataset could not be loaded yet: /);
});

it('stops following when it is closed, and goes on answering', async () => {
  const opened = await open();
  const { version } = opened.dataset;
  await eventually(async () => (await watchingSessions()) === 1);

  await opened.close();

  await eventually(async () => (await watchingSessions()) === 0);
  await sync(database.url, feedOneOfEach);
  expect(await watchingSessions()).toBe(0);
  expect(opened.dataset.version).toBe(version);
  expect(opened.listDoctors({}).value.total).toBe(0);
  // A second call changes nothing.
  await opened.close();
});

it('fails when the database cannot be reached', async () => {
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/nothing';
  const failure: unknown = await openDirectory({ databaseUrl }).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
});

it('fails when the database holds no dataset', async () => {
  await rowsOf(database.url, 'truncate dataset_version cascade');
  await expect(openDirectory({ databaseUrl: database.url })).rejects.toThrow(
    'The table dataset_version is empty',
  );
});
