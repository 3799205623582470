import { randomUUID } from 'node:crypto';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { connect, disconnect } from '../connection/native-connection.js';
import { finishJob } from './finish-job.js';
import { ImportArrivals } from './import-arrivals.js';
import type { DecisionJob, ImportJob } from './import-job.js';
import { ImportJobRepository } from './import-jobs.js';
import { isRunning } from './run/run-lock.js';
import { runSync } from './sync-run.js';

const NOW = new Date('2026-11-20T12:00:00.123Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const DECISION = {
  kind: 'hide',
  record: 'doctor',
  key: '12345',
  given: {},
  why: 'Moved away',
  until: null,
} as const;

let holder: TestDatabase;
let database: Database;
let jobs: ImportJobRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
  jobs = new ImportJobRepository(database);
});
afterEach(() => database.query('delete from import_job'));
afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

async function addUpload(): Promise<string> {
  const id = randomUUID();
  const arrivals = new ImportArrivals(database);
  const upload = { id, source: 'clinics', fileName: 'clinics.csv', settings: { complete: false } } as const;
  const arrival = (await arrivals.claim({ ...upload, uploadedBy: 'ada' }, NOW))!;
  await arrivals.complete(arrival, { bytes: 9, fileHash: '0'.repeat(64) }, NOW);
  return id;
}

async function addDecision(): Promise<string> {
  const id = randomUUID();
  await jobs.addDecision({ id, decision: DECISION, uploadedBy: 'ada', uploadedAt: NOW });
  return id;
}

const stored = async (id: string) =>
  (await database.query('select * from import_job where id = $1', [id]))[0];

/** All that a worker can say about its attempt. */
const ENDS: Readonly<Record<string, (job: ImportJob) => Promise<unknown>>> = {
  progress: (job) => jobs.progress(job, 'late', later(70)),
  lose: (job) => jobs.lose(job, 'late'),
  putBack: (job) => jobs.putBack(job, 'late'),
  checkAgain: (job) => jobs.checkAgain(job, 'late'),
  park: (job) => jobs.park(job, later(70), 'late'),
  fail: (job) => jobs.fail(job, later(70), 'late'),
  review: (job) => jobs.review(job, { guard: null, summary: {}, version: 'late' }),
};

describe('a worker whose job was given to another one', () => {
  it.each(Object.keys(ENDS))('changes nothing of it: %s', async (end) => {
    const id = await addUpload();
    const slow = (await jobs.claim(NOW)) as ImportJob;
    expect(await jobs.claim(later(59))).toBeUndefined();
    expect(await jobs.claim(later(61))).toMatchObject({ id, losses: 1 });
    const before = await stored(id);
    await ENDS[end]!(slow);
    expect(await stored(id)).toEqual(before);
  });

  it('finds out by its heartbeat', async () => {
    await addUpload();
    const slow = (await jobs.claim(NOW))!;
    expect(await jobs.progress(slow, 'reading', later(1))).toBe(true);
    const owner = (await jobs.claim(later(62)))!;
    expect(await jobs.progress(slow, 'reading', later(63))).toBe(false);
    expect(await jobs.progress(owner, 'reading', later(63))).toBe(true);
  });

  it('cannot commit it', async () => {
    const id = await addDecision();
    const slow = (await jobs.claim(NOW))!;
    const owner = (await jobs.claim(later(61)))!;
    const client = await connect(holder.url, 'test');
    try {
      const end = { at: later(62), runId: undefined, notice: '' };
      await expect(finishJob(client, slow, end)).rejects.toThrow('is carried out by another worker');
      await finishJob(client, owner, end);
    } finally {
      await disconnect(client);
    }
    expect(await jobs.decisionById(id)).toMatchObject({ state: 'done' });
    // It ended in the moment of a heartbeat.
    expect(await jobs.progress(owner, '', later(63))).toBe(true);
  });
});

it('a job that is put back is as it was before, and this is no loss', async () => {
  const [upload, decision] = [await addUpload(), await addDecision()];
  const claimed = [(await jobs.claim(NOW))!, (await jobs.claim(NOW))!] as (ImportJob | DecisionJob)[];
  for (const job of claimed) await jobs.putBack(job, 'The database was lost.');
  const left = { losses: 0, reason: 'The database was lost.' };
  expect(await jobs.byId(upload)).toMatchObject({ ...left, state: 'waiting' });
  expect(await jobs.decisionById(decision)).toMatchObject({ ...left, state: 'confirmed' });
});

it('knows whether a run is in progress', async () => {
  expect(await isRunning(database)).toBe(false);
  await runSync(holder.url, { source: 'clinics' }, NOW, async () => {
    expect(await isRunning(database)).toBe(true);
  });
  expect(await isRunning(database)).toBe(false);
});
