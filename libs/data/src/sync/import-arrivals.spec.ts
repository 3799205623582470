import { randomUUID } from 'node:crypto';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { ImportArrivals } from './import-arrivals.js';
import { ImportJobRepository } from './import-jobs.js';

const NOW = new Date('2026-11-20T12:00:00.123Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const FILE = { bytes: 9, fileHash: '0'.repeat(64) };

let holder: TestDatabase;
let database: Database;
let arrivals: ImportArrivals;
let jobs: ImportJobRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
  arrivals = new ImportArrivals(database);
  jobs = new ImportJobRepository(database);
});
afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

const job = (id: string, fileName = 'clinics.csv') => ({
  id,
  source: 'clinics' as const,
  fileName,
  settings: { complete: false },
  uploadedBy: 'ada',
});

test('of many claims of one id at once, one gets it', async () => {
  const id = randomUUID();
  const claims = await Promise.all(Array.from({ length: 8 }, () => arrivals.claim(job(id), NOW)));
  expect(claims.filter(Boolean)).toEqual([{ id, since: NOW }]);
});

test('an upload that arrives is no job for people or workers', async () => {
  const id = randomUUID();
  await arrivals.claim(job(id), NOW);
  expect(await jobs.byId(id)).toBeUndefined();
  expect((await jobs.list(100)).map((each) => each.id)).not.toContain(id);
  expect(await jobs.claim(later(3600))).toBeUndefined();
});

test('one that has arrived is a job to be checked, and keeps its id', async () => {
  const id = randomUUID();
  const arrival = (await arrivals.claim(job(id), NOW))!;
  expect(await arrivals.complete(arrival, FILE, later(5))).toBe(true);
  expect(await jobs.byId(id)).toMatchObject({
    ...FILE,
    state: 'waiting',
    seenAt: null,
    uploadedAt: later(5),
  });
  expect(await arrivals.claim(job(id), later(3600))).toBeUndefined();
  expect(await arrivals.complete(arrival, FILE, later(6))).toBe(false);
  expect(await arrivals.release(arrival, () => Promise.reject(new Error('It is a job.')))).toBe(false);
  await database.query('delete from import_job where id = $1', [id]);
});

test('the id of a process that died is free after two minutes, and the dead one cannot complete', async () => {
  const id = randomUUID();
  const dead = (await arrivals.claim(job(id), NOW))!;
  expect(await arrivals.claim(job(id, 'other.csv'), later(119))).toBeUndefined();
  const living = (await arrivals.claim(job(id, 'other.csv'), later(121)))!;
  expect(living.since).toEqual(later(121));
  expect(await arrivals.complete(dead, FILE, later(122))).toBe(false);
  expect(await arrivals.release(dead, () => Promise.reject(new Error('It is of another.')))).toBe(false);
  expect(await arrivals.complete(living, FILE, later(123))).toBe(true);
  expect(await jobs.byId(id)).toMatchObject({ fileName: 'other.csv' });
});

test('an id that was given up is free at once', async () => {
  const id = randomUUID();
  const arrival = (await arrivals.claim(job(id), NOW))!;
  const steps: string[] = [];
  expect(await arrivals.release(arrival, async () => void steps.push('cleaned'))).toBe(true);
  expect(steps).toEqual(['cleaned']);
  expect(await arrivals.claim(job(id), later(1))).toEqual({ id, since: later(1) });
});

test('what is abandoned is neither a job nor an upload that arrives', async () => {
  const [unknown, dead, arriving, arrived] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const late = later(600);
  const lost = (await arrivals.claim(job(dead), NOW))!;
  await arrivals.claim(job(arriving), late);
  await arrivals.complete((await arrivals.claim(job(arrived), NOW))!, FILE, NOW);
  const cleaned: string[] = [];
  for (const id of [unknown, dead, arriving, arrived]) {
    await arrivals.withAbandoned(id, late, async () => void cleaned.push(id));
  }
  expect(cleaned).toEqual([unknown, dead]);
  // Should the process live after all, it has lost the id.
  expect(await arrivals.complete(lost, FILE, late)).toBe(false);
});
