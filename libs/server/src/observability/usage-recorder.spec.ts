import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository, NOBODY } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { recordingLog } from '../../test/recording-log.js';
import { UsageRecorder } from './usage-recorder.js';

const NINE = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;

let testDatabase: TestDatabase;
let database: Database;
let keyId: string;
let now: number;
let logged: string[];
let recorder: UsageRecorder;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, PATIENT);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate key_usage, api_key cascade');
  keyId = (
    await new KeyRepository(database).create({ kind: 'live', label: '' }, makeKey('live', randomBytes))
  ).id;
  now = NINE + 5 * MINUTE;
  logged = [];
  recorder = recorderOn(database);
});
afterEach(() => recorder.close());

function recorderOn(on: Database): UsageRecorder {
  const stores = { usage: new KeyUsageRepository(on), keys: new KeyRepository(on) };
  return new UsageRecorder(stores, () => now, recordingLog(logged));
}

async function written(): Promise<unknown[]> {
  const { rows } = await database.pool.query<unknown[]>({
    text: 'select hour, key_id, operation, status, requests::int from key_usage order by 1, 2, 3, 4',
    rowMode: 'array',
  });
  return rows;
}
const lastUsed = async () => (await new KeyRepository(database).byId(keyId))?.lastUsedAt;

it('adds up by hour, key, operation and status', async () => {
  for (let i = 0; i < 3; i++) recorder.count(keyId, 'listDoctors', 200);
  recorder.count(keyId, 'listDoctors', 304);
  recorder.count(keyId, 'getDoctor', 404);
  recorder.count(NOBODY, 'getDoctor', 401);
  await recorder.flush();
  recorder.count(keyId, 'listDoctors', 200);
  now += 55 * MINUTE;
  recorder.count(keyId, 'listDoctors', 200);
  await recorder.flush();
  const [nine, ten] = [new Date(NINE), new Date(NINE + 60 * MINUTE)];
  expect(await written()).toEqual([
    [nine, NOBODY, 'getDoctor', 401, 1],
    [nine, keyId, 'getDoctor', 404, 1],
    [nine, keyId, 'listDoctors', 200, 4],
    [nine, keyId, 'listDoctors', 304, 1],
    [ten, keyId, 'listDoctors', 200, 1],
  ]);
});

it('notes when a key was last used', async () => {
  recorder.count(keyId, 'listDoctors', 200);
  now += 1_000;
  recorder.count(keyId, 'listDoctors', 429);
  await recorder.flush();
  expect(await lastUsed()).toEqual(new Date(now));
});

it('a clock that is set back moves nothing to another hour twice', async () => {
  recorder.count(keyId, 'listDoctors', 200);
  now -= 10 * MINUTE;
  recorder.count(keyId, 'listDoctors', 200);
  now += 20 * MINUTE;
  recorder.count(keyId, 'listDoctors', 200);
  await recorder.flush();
  expect(await written()).toEqual([
    [new Date(NINE - 60 * MINUTE), keyId, 'listDoctors', 200, 1],
    [new Date(NINE), keyId, 'listDoctors', 200, 2],
  ]);
});

it('keeps what cannot be written, says so once, and writes it when the database is back', async () => {
  const other = await openDatabase(testDatabase.url, PATIENT);
  let usage = new KeyUsageRepository(other);
  const stores = { usage: { add: (...args: Parameters<typeof usage.add>) => usage.add(...args) } };
  const keys = new KeyRepository(database);
  const patient = new UsageRecorder({ ...stores, keys }, () => now, recordingLog(logged));
  await other.close();
  for (let i = 0; i < 3; i++) {
    patient.count(keyId, 'listDoctors', 200);
    await patient.flush();
  }
  expect([await written(), await lastUsed(), logged.length]).toEqual([[], null, 1]);
  usage = new KeyUsageRepository(database);
  await patient.close();
  expect(await written()).toEqual([[new Date(NINE), keyId, 'listDoctors', 200, 3]]);
  expect(await lastUsed()).toEqual(new Date(now));
  expect(logged).toEqual([
    expect.stringMatching(/^error: The use of keys cannot be written now, and is kept: /),
    'info: The use of keys is written again.',
  ]);
});

it('gives up what is beyond measure, and says how much', async () => {
  const failing = { add: (): Promise<void> => Promise.reject(new Error('away')) };
  const keys = new KeyRepository(database);
  const full = new UsageRecorder({ usage: failing, keys }, () => now, recordingLog(logged));
  for (let i = 0; i < 50_007; i++) full.count(NOBODY, `operation ${i}`, 401);
  await full.flush();
  expect(logged.at(-1)).toBe(
    'error: The use of keys could not be written for long: 7 requests are not counted.',
  );
  failing.add = () => Promise.resolve();
  await full.close();
});

it('writes the rest at the end', async () => {
  recorder.count(keyId, 'listDoctors', 200);
  await recorder.close();
  expect(await written()).toHaveLength(1);
});

it('counts what comes while it is writing', async () => {
  recorder.count(keyId, 'listDoctors', 200);
  const writing = recorder.flush();
  recorder.count(keyId, 'listDoctors', 200);
  await writing;
  await recorder.flush();
  expect(await written()).toEqual([[new Date(NINE), keyId, 'listDoctors', 200, 2]]);
});
