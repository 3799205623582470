import { jest } from '@jest/globals';
import pg from 'pg';
import {
  aDoctor,
  createTestDatabase,
  feedOneOfEach,
  sync,
  type TestDatabase,
} from '../../test/test-directory.js';
import { type Database, isDatabaseUnavailable, openDatabase } from '../connection/database.js';
import { type DatasetCounts, loadDatasetCounts } from '../directory/dataset-counts.js';
import { SqlDirectory } from './sql-directory.js';

// Node's types leave it out.
declare const WebAssembly: { Memory: new (pages: { initial: number }) => object };

let testDatabase: TestDatabase;
let database: Database;
let counts: DatasetCounts;
let directory: SqlDirectory;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await sync(testDatabase.url, feedOneOfEach);
  database = await openDatabase(testDatabase.url, { poolSize: 1, statementTimeout: 200 });
  counts = await loadDatasetCounts(testDatabase.url);
  directory = new SqlDirectory(
    database.pool,
    () => counts,
    () => new Date('2026-11-20T12:00:00Z'),
  );
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

test('an older version than the one in service is not answered from', async () => {
  const inService = counts;
  const [number, tag] = counts.dataset.version.split('-');
  counts = { ...counts, dataset: { ...counts.dataset, version: `${Number(number) + 1}-${tag}` } };
  const refused = { code: 'unavailable' };
  await expect(directory.listDoctors({})).rejects.toMatchObject(refused);
  await expect(directory.doctor('900001')).rejects.toMatchObject(refused);
  counts = inService;
  expect((await directory.listDoctors({})).value.total).toBe(1);
});

test('a newer version is answered from before it is in service', async () => {
  await sync(testDatabase.url, (writer) => writer.doctors([aDoctor({ name: 'Dr. Made Meanwhile' })]));
  expect((await directory.doctor('900001')).value.doctor.name).toBe('Dr. Made Meanwhile');
});

test('an answer that only shows what was found makes no sets, which take addresses by the gigabyte', async () => {
  const memories = jest.spyOn(WebAssembly, 'Memory');
  const [clinic] = (await directory.listClinics({})).value.clinics;
  await directory.listDoctors({ specialties: ['cardiology'], minYears: 3 });
  await directory.clinic(clinic!.id);
  await directory.doctor('900001');
  await directory.listSpecialists({ specialty: 'Cardiology' });
  expect(memories).not.toHaveBeenCalled();
  memories.mockRestore();
});

test('a statement that takes too long is ended, and its connection with it', async () => {
  const other = new pg.Client({ connectionString: testDatabase.url });
  await other.connect();
  await other.query('begin; lock table doctor in access exclusive mode');
  const failure = await directory.listDoctors({}).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(database.pool.totalCount).toBe(0);
  await other.end();
  expect((await directory.listDoctors({})).value.total).toBe(1);
});
