import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository, NOBODY, RequestLogRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { DURATION_BOUNDS } from './metrics/request-tally.js';
import { RequestRecorder } from './request-recorder.js';

const DAY_MS = 86_400_000;
const HOUR = new Date('2026-11-20T15:00:00Z');
const NEXT = new Date('2026-11-20T16:00:00Z');
const BUCKETS = DURATION_BOUNDS.length + 1;

let testDatabase: TestDatabase;
let database: Database;
let requests: RequestLogRepository;
let recorder: RequestRecorder;
let now: number;
let lines: string[];
const log = {
  info: (line: unknown) => lines.push(String(line)),
  error: (line: unknown) => lines.push(String(line)),
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, PATIENT);
  requests = new RequestLogRepository(database);
});
beforeEach(async () => {
  await database.query('truncate logged_request, request_hour');
  lines = [];
  now = HOUR.getTime() + 1000;
  recorder = newRecorder(1);
});
afterEach(() => recorder.close());
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function newRecorder(
  perSecond: number,
  store: Pick<RequestLogRepository, 'add'> = requests,
): RequestRecorder {
  return new RequestRecorder(store, perSecond, () => now, log as never);
}

function answer(requestId: string, { status = 200, milliseconds = 3, operation = 'listDoctors' } = {}): void {
  recorder.record('rest', operation, requestId, NOBODY, status, milliseconds, '7-abc');
}

const counts = async () =>
  (await requests.counts(HOUR, new Date(NEXT.getTime() + 3_600_000), BUCKETS)).toSorted((a, b) =>
    a.operation < b.operation ? -1 : 1,
  );

it('a request is found by its id, with everything but what was asked for', async () => {
  answer('an-id-of-a-client');
  now += 10;
  answer('an-id-of-a-client', { operation: 'getDoctor', status: 404 });
  await recorder.flush();
  expect(await requests.find({ requestId: 'an-id-of-a-client' })).toEqual([
    expect.objectContaining({ operation: 'getDoctor', status: 404, at: new Date(now) }),
    {
      requestId: 'an-id-of-a-client',
      at: new Date(now - 10),
      operation: 'listDoctors',
      channel: 'rest',
      status: 200,
      milliseconds: 3,
      dataset: '7-abc',
      keyId: null,
      prefix: null,
      label: null,
    },
  ]);
  expect(await requests.find({ requestId: 'another-id' })).toEqual([]);
  expect(await requests.find({ statuses: [500, 599] })).toEqual([]);
});

it('requests are found by key, operation, status and time, and errors are grouped', async () => {
  const key = { kind: 'live', label: 'A Shop' } as const;
  const { id: other, prefix } = await new KeyRepository(database).create(key, makeKey('live', randomBytes));
  const three = [429, 429, 500];
  recorder = newRecorder(10);
  three.forEach((status, i) => {
    now += 1000;
    recorder.record('rest', 'listDoctors', `request-${i}`, other, status, 1, '7-abc');
  });
  answer('refused-one', { status: 401, operation: 'getDoctor' });
  answer('answered-one');
  await recorder.flush();
  const ids = async (question: Parameters<typeof requests.find>[0]) =>
    (await requests.find(question)).map(({ requestId }) => requestId).toSorted();
  expect(await ids({ keyText: 'a shop' })).toEqual(['request-0', 'request-1', 'request-2']);
  expect(await ids({ keyText: prefix, statuses: [429, 429] })).toEqual(['request-0', 'request-1']);
  expect(await ids({ keyText: 'nobody' })).toEqual([]);
  expect(await ids({ operation: 'getDoctor' })).toEqual(['refused-one']);
  expect(await ids({ statuses: [200, 399] })).toEqual(['answered-one']);
  expect(await ids({ until: new Date(now), from: new Date(now - 1000) })).toEqual(['request-1']);
  const grouped = await requests.errorGroups({});
  expect(grouped).toHaveLength(3);
  expect(grouped[0]).toEqual({
    status: 429,
    operation: 'listDoctors',
    keyId: other,
    prefix,
    label: 'A Shop',
    requests: 2,
    latestAt: new Date(now - 1000),
  });
  expect(await requests.operations(HOUR)).toEqual(['getDoctor', 'listDoctors']);
  expect(await requests.operations(NEXT)).toEqual([]);
});

it('all are counted by hour; of more than the rate allows, failures stay and the rest is reported', async () => {
  for (let n = 0; n < 8; n++) answer(`request-${n}`, { milliseconds: 3 });
  answer('a-failure', { status: 503, milliseconds: 60_000 });
  now = NEXT.getTime();
  answer('of-the-next-hour');
  await recorder.flush();
  expect(lines).toEqual([expect.stringMatching(/^4 requests cannot be looked up/)]);
  const kept = await database.query<{ id: string }[]>(
    'select request_id as id from logged_request order by 1',
  );
  expect(kept.map(({ id }) => id)).toEqual([
    'a-failure',
    'request-0',
    'request-1',
    'request-2',
    'request-3',
    'request-4',
  ]);
  expect(await requests.find({ statuses: [500, 599] })).toMatchObject([
    { requestId: 'a-failure', status: 503 },
  ]);
  const [all] = await counts();
  expect(all).toMatchObject({ channel: 'rest', operation: 'listDoctors', requests: 10, failed: 1 });
  expect([all!.durations[DURATION_BOUNDS.indexOf(0.005)], all!.durations.at(-1)]).toEqual([9, 1]);
  expect((await requests.counts(NEXT, new Date(NEXT.getTime() + 1), BUCKETS))[0]).toMatchObject({
    requests: 1,
  });
});

it('several processes add to the same hour; with a rate of 0 nothing can be looked up', async () => {
  const other = newRecorder(0);
  other.record('connector', 'search_doctors', 'request-1', NOBODY, 200, 1, '7-abc');
  other.record('rest', 'listDoctors', 'request-2', NOBODY, 500, 3, '7-abc');
  answer('request-3');
  await Promise.all([other.close(), recorder.flush()]);
  expect(await counts()).toMatchObject([
    { channel: 'rest', operation: 'listDoctors', requests: 2, failed: 1 },
    { channel: 'connector', operation: 'search_doctors', requests: 1 },
  ]);
  expect(await requests.find({ requestId: 'request-2' })).toEqual([]);
});

it('while the database is away counts are kept, and the failure is logged once', async () => {
  let isAway = true;
  recorder = newRecorder(1, {
    add: (...all) => (isAway ? database.query('select 1 / 0') : requests.add(...all)),
  });
  answer('request-1');
  await recorder.flush();
  answer('request-2');
  await recorder.flush();
  expect(lines).toEqual(['Requests cannot be recorded now: division by zero']);
  isAway = false;
  await recorder.flush();
  expect(lines.at(-1)).toBe('Requests are recorded again.');
  expect(await counts()).toMatchObject([{ requests: 2 }]);
});

it('requests are deleted after 7 days, and counts when the use of keys is', async () => {
  answer('an-old-one');
  await recorder.flush();
  const after = (days: number) => new Date(now + days * DAY_MS + 1000);
  await requests.prune(after(6), 30);
  expect(await requests.find({ requestId: 'an-old-one' })).toHaveLength(1);
  expect(await requests.prune(after(7), 30, 1)).toBe(true);
  expect(await requests.find({ requestId: 'an-old-one' })).toEqual([]);
  expect(await counts()).toHaveLength(1);
  expect(await requests.prune(after(31), 30)).toBe(false);
  expect(await counts()).toEqual([]);
});
