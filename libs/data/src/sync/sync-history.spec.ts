import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { type Database, openDatabase } from '../connection/database.js';
import {
  aClinic,
  aReview,
  contentOf,
  createTestDatabase,
  doctors,
  empty,
  feedOneOfEach,
  LATER,
  NOTHING,
  NOW,
  register,
  registrations,
  rowsOf,
  sync,
  type TestDatabase,
  uuid,
  aDoctor,
} from '../../test/test-directory.js';
import { SyncHistory } from './sync-history.js';
import { recordFailedRun } from './sync-run.js';
import type { SyncReject, SyncWriter } from './index.js';

let testDatabase: TestDatabase;
let database: Database;
let history: SyncHistory;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, PATIENT);
  history = new SyncHistory(database);
});

beforeEach(() => empty(testDatabase.url));

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

const REJECT: SyncReject = {
  kind: 'row',
  line: 7,
  column: 'gender',
  value: 'x\0',
  reason: 'The gender is not one of three.',
};
const feedAndReject = async (writer: SyncWriter) => {
  await feedOneOfEach(writer);
  writer.reject(REJECT);
};

describe('a run', () => {
  test('is remembered with what it did, the newest first', async () => {
    const first = await sync(testDatabase.url, feedOneOfEach);
    const second = await sync(
      testDatabase.url,
      (writer) => writer.clinics([aClinic()], { complete: true }),
      LATER,
    );
    const runs = await history.runs(10);
    expect(runs.map(({ id }) => id)).toEqual([second.runId, first.runId]);
    expect(runs[0]).toMatchObject({
      source: 'test',
      fileName: null,
      startedAt: LATER,
      status: 'succeeded',
      reason: '',
      complete: true,
      counts: { ...NOTHING, read: 1, unchanged: 1 },
    });
    expect(await history.runs(1)).toHaveLength(1);
    await recordFailedRun(testDatabase.url, { source: 'other' }, NOW, 'It has no columns.');
    expect(await history.latestRuns()).toMatchObject([
      { source: 'other', status: 'failed', reason: 'It has no columns.' },
      { id: second.runId },
    ]);
  });

  test('that failed does not conceal the one that succeeded before it, and one of a replaced sample is no longer listed', async () => {
    await sync(testDatabase.url, feedOneOfEach);
    await recordFailedRun(testDatabase.url, { source: 'test' }, LATER, 'It has no columns.');
    await recordFailedRun(testDatabase.url, { source: 'sample' }, NOW, 'It is not there.');
    const latest = async () =>
      (await history.latestRuns()).map(({ source, status }) => `${source} ${status}`);
    expect((await latest()).toSorted()).toEqual(['test failed', 'test succeeded']);
    await rowsOf(testDatabase.url, `update clinic set origin = 'sample'`);
    expect(await latest()).toContain('sample failed');
  });

  test('is found by the beginning of its id, if that says which', async () => {
    const { runId } = await sync(testDatabase.url, feedOneOfEach);
    expect((await history.run(runId!))?.id).toBe(runId);
    expect((await history.run(runId!.slice(0, 8).toUpperCase()))?.id).toBe(runId);
    expect(await history.run('%')).toBeUndefined();
    expect(await history.run(uuid(1))).toBeUndefined();
    await rowsOf(
      testDatabase.url,
      `insert into sync_run (id, source, started_at, status)
      select gen_random_uuid(), 'test', now(), 'failed' from generate_series(1, 2)`,
    );
    await rowsOf(
      testDatabase.url,
      `update sync_run set id = ('aaaa' || substr(id::text, 5))::uuid where status = 'failed'`,
    );
    expect(await history.run('aaaa')).toBeUndefined();
  });

  test('that could not even be read is recorded', async () => {
    const about = { source: 'register', fileName: 'register.csv' };
    const id = await recordFailedRun(testDatabase.url, about, NOW, 'The file is empty.');
    // A reason may be cut off within a character.
    const long = await recordFailedRun(testDatabase.url, about, NOW, `${'x'.repeat(1999)}😀`);
    expect((await history.run(long))!.reason).toBe(`${'x'.repeat(1999)}\uFFFD`);
    expect(await history.run(id)).toMatchObject({
      source: 'register',
      fileName: 'register.csv',
      status: 'failed',
      startedAt: NOW,
      finishedAt: NOW,
      reason: 'The file is empty.',
    });
  });
});

async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe('changes', () => {
  test('are read in the order of the run, however many there are', async () => {
    await sync(testDatabase.url, (writer) => writer.clinics([aClinic()]));
    const rows = Array.from({ length: 2500 }, (_, n) => aDoctor({ registrationNumber: String(900_001 + n) }));
    const { runId, differences, changed } = await sync(testDatabase.url, doctors(rows));
    const changes = await collected(history.changes(runId!));
    expect(changes).toHaveLength(2500);
    expect(new Set(changes.map(({ key }) => key)).size).toBe(2500);
    expect(changes[0]).toMatchObject({ position: 1, record: 'doctor', change: 'created', fields: null });
    expect(differences).toHaveLength(20);
    expect(changed).toBe(2500);
    expect(await collected(history.changes(runId!, { after: 2490 }))).toHaveLength(10);
  });

  test('can be asked for by kind', async () => {
    const { runId } = await sync(testDatabase.url, feedOneOfEach);
    const kinds = async (filter: Parameters<SyncHistory['changes']>[1]) =>
      (await collected(history.changes(runId!, filter))).map(({ record }) => record);
    expect(await kinds({ record: 'review' })).toEqual(['review', 'review']);
    expect(await kinds({ change: 'expired' })).toEqual([]);
  });
});

describe('rejects', () => {
  test('are stored with the run, reported at once, and counted as read', async () => {
    const reported: SyncReject[] = [];
    const { runId, counts } = await sync(testDatabase.url, feedAndReject, NOW, {
      maxRejected: 0.2,
      onReject: (reject) => reported.push(reject),
    });
    expect(counts).toMatchObject({ read: 6, created: 5, rejected: 1 });
    const { column, value, reason } = REJECT;
    const faults = [{ column, value, reason, isDoubtful: false, suggestions: [] }];
    expect(reported).toEqual([{ ...REJECT, faults }]);
    expect(await history.rejects(runId!)).toEqual([{ ...REJECT, value: 'x\uFFFD' }]);
  });

  test('fail the run when they are too many, and are kept all the same', async () => {
    const before = await contentOf(testDatabase.url);
    await expect(sync(testDatabase.url, feedAndReject)).rejects.toThrow(
      '1 of 6 rows could not be used (16.7%), more than the 1% that one run may reject.',
    );
    expect(await contentOf(testDatabase.url)).toBe(before);
    const [run] = await history.runs(1);
    expect(run).toMatchObject({ status: 'failed', counts: { ...NOTHING, read: 6, rejected: 1 } });
    expect(await history.rejects(run!.id)).toHaveLength(1);
  });

  test('are kept up to ten thousand', async () => {
    const { runId, counts } = await sync(
      testDatabase.url,
      async (writer) => {
        for (let line = 1; line <= 10_001; line++) writer.reject({ ...REJECT, line });
      },
      NOW,
      { maxRejected: 1 },
    );
    expect(counts.rejected).toBe(10_001);
    expect(await history.rejects(runId!)).toHaveLength(10_000);
  });

  test('are made of a review of tomorrow', async () => {
    const review = aReview({ id: uuid(9), date: '2026-11-20' });
    // At this time it is still the day before in Toronto.
    await sync(testDatabase.url, feedOneOfEach);
    const { counts, runId } = await sync(
      testDatabase.url,
      (writer) =>
        writer.reviews([
          { ...aReview(), line: 2 },
          { ...review, line: 3 },
        ]),
      NOW,
      { maxRejected: 1 },
    );
    expect(counts).toEqual({ ...NOTHING, read: 2, unchanged: 1, rejected: 1 });
    expect(await history.rejects(runId!)).toMatchObject([{ line: 3, column: 'date', value: '2026-11-20' }]);
  });
});

test('the same review twice stays one, also without an id', async () => {
  await sync(testDatabase.url, feedOneOfEach);
  const { id: _, ...review } = aReview({ text: 'Came without an id.' });
  const first = await sync(testDatabase.url, (writer) => writer.reviews([review, review]));
  expect(first.counts).toEqual({ ...NOTHING, read: 2, created: 1, unchanged: 1 });
  const second = await sync(testDatabase.url, (writer) => writer.reviews([review]));
  expect(second.counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
});

describe('a rehearsal', () => {
  test('shows what would change, and leaves no trace', async () => {
    await sync(testDatabase.url, register(registrations(3)));
    const before = await contentOf(testDatabase.url);
    const [changed, ...others] = registrations(3);
    const rehearsed = await sync(
      testDatabase.url,
      register([{ ...changed!, name: 'Dr. New Name' }, others[0]!], { complete: true }),
      LATER,
      { dryRun: true },
    );
    expect(rehearsed).toEqual({
      counts: { ...NOTHING, read: 2, updated: 1, unchanged: 1, expired: 1 },
      notice: '',
      extractedAt: LATER,
      repeats: false,
      report: {
        fields: [{ record: 'doctor', field: 'name', records: 1 }],
        expiries: [{ cause: 'missing', doctors: 1 }],
        notes: [],
        positionsOff: 0,
        sharedPhones: { moreThan: 3, count: 0, phones: [] },
      },
      changed: 2,
      lacks: ['stations'],
      differences: [
        {
          record: 'doctor',
          key: '900001',
          name: 'Dr. New Name',
          change: 'updated',
          fields: { name: ['Dr. Éloïse Brandåvøld', 'Dr. New Name'] },
        },
        {
          record: 'doctor',
          key: '900003',
          name: 'Dr. Éloïse Brandåvøld',
          change: 'expired',
          fields: { expiredAt: [null, '2026-11-21T04:10:00+00:00'] },
        },
      ],
    });
    expect(await contentOf(testDatabase.url)).toBe(before);
    expect(await history.runs(9)).toHaveLength(1);
  });

  test('fails where the run would', async () => {
    const rehearsal = sync(testDatabase.url, register([], { complete: true }), NOW, { dryRun: true });
    await expect(rehearsal).rejects.toThrow('holds no doctor');
    expect(await history.runs(9)).toEqual([]);
  });
});
