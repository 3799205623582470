import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, rowsOf, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { KeyRepository } from './key.repository.js';
import { KeyUsageRepository, type UsageCount, NOBODY } from './key-usage.repository.js';

let holder: TestDatabase;
let database: Database;
let usage: KeyUsageRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
  usage = new KeyUsageRepository(database);
});
beforeEach(() => database.pool.query('truncate key_usage, key_usage_day, api_key cascade'));
afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

const hour = (n: number) => new Date(Date.UTC(2026, 10, 20, n));
const DAY = { from: hour(0), until: hour(24) };

async function aKeyId(kind: KeyKind = 'live', label = ''): Promise<string> {
  return (await new KeyRepository(database).create({ kind, label }, makeKey(kind, randomBytes))).id;
}

function aCount(count: Partial<UsageCount> = {}): UsageCount {
  return { hour: hour(9), keyId: NOBODY, operation: 'listDoctors', status: 200, requests: 1, ...count };
}

test('what is counted again is added', async () => {
  const keyId = await aKeyId();
  await usage.add([aCount({ keyId, requests: 3 }), aCount({ keyId, status: 304 })]);
  await usage.add([aCount({ keyId, requests: 4 })]);
  await usage.add([]);
  expect(await usage.requestsByOperationAndStatus(DAY)).toEqual([
    { operation: 'listDoctors', status: 200, requests: 7 },
    { operation: 'listDoctors', status: 304, requests: 1 },
  ]);
});

test('two processes that add the same rows in different orders do not block each other', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => aKeyId()));
  const counts = ids.map((keyId) => aCount({ keyId }));
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => usage.add(i % 2 === 0 ? counts : counts.toReversed())),
  );
  const total = await usage.requestsOfKeys(ids, DAY);
  expect([...total.values()]).toEqual(ids.map(() => 20));
});

test('requests by hour, kind and status, nobody’s too', async () => {
  const [live, other, sandbox] = [await aKeyId(), await aKeyId(), await aKeyId('sandbox')];
  await usage.add([
    aCount({ keyId: live, requests: 2 }),
    aCount({ keyId: other, status: 404, requests: 3 }),
    aCount({ keyId: sandbox, hour: hour(10) }),
    aCount({ status: 401, hour: hour(10), requests: 9 }),
  ]);
  expect(await usage.requestsByHour(DAY)).toEqual([
    { hour: hour(9), kind: 'live', status: 200, requests: 2 },
    { hour: hour(9), kind: 'live', status: 404, requests: 3 },
    { hour: hour(10), kind: 'nobody', status: 401, requests: 9 },
    { hour: hour(10), kind: 'sandbox', status: 200, requests: 1 },
  ]);
});

test('requests by hour and status, of all operations', async () => {
  await usage.add([
    aCount({ requests: 5 }),
    aCount({ status: 401, requests: 2 }),
    aCount({ status: 429, hour: hour(11) }),
    aCount({ status: 429, hour: hour(11), operation: 'getDoctor' }),
  ]);
  expect(await usage.requestsByHour(DAY)).toEqual([
    { hour: hour(9), kind: 'nobody', status: 200, requests: 5 },
    { hour: hour(9), kind: 'nobody', status: 401, requests: 2 },
    { hour: hour(11), kind: 'nobody', status: 429, requests: 2 },
  ]);
});

test('of one key alone', async () => {
  const [meant, other] = [await aKeyId('live', 'meant'), await aKeyId()];
  await usage.add([
    aCount({ keyId: meant, status: 429, requests: 2 }),
    aCount({ keyId: other, status: 429, requests: 3 }),
    aCount({ status: 401 }),
  ]);
  const span = { ...DAY, keyId: meant };
  expect(await usage.requestsByHour(span)).toEqual([
    { hour: hour(9), kind: 'live', status: 429, requests: 2 },
  ]);
  expect(await usage.requestsByOperationAndStatus(span)).toEqual([
    { operation: 'listDoctors', status: 429, requests: 2 },
  ]);
  expect(await usage.topKeys(span, 5)).toMatchObject([{ label: 'meant', requests: 2, refused: 2 }]);
});

test('the keys that were used most', async () => {
  const [first, second] = [await aKeyId('live', 'first'), await aKeyId('admin', 'second')];
  await usage.add([
    aCount({ requests: 99 }),
    aCount({ keyId: second, requests: 10 }),
    aCount({ keyId: first, requests: 8 }),
    aCount({ keyId: first, status: 400, requests: 4 }),
  ]);
  expect(await usage.topKeys(DAY, 5)).toEqual([
    { keyId: first, kind: 'live', prefix: expect.any(String), label: 'first', requests: 12, refused: 4 },
    { keyId: second, kind: 'admin', prefix: expect.any(String), label: 'second', requests: 10, refused: 0 },
  ]);
  expect(await usage.topKeys(DAY, 1)).toHaveLength(1);
});

test('a span begins with the hour that holds its beginning, and ends before its end', async () => {
  const keyId = await aKeyId();
  await usage.add([8, 9, 10, 11].map((n) => aCount({ keyId, hour: hour(n), requests: 10 ** (n - 8) })));
  const within = async (from: Date, until: Date) =>
    (await usage.requestsOfKeys([keyId], { from, until })).get(keyId);
  expect(await within(hour(9), hour(11))).toBe(110);
  expect(await within(new Date('2026-11-20T09:59:00Z'), new Date('2026-11-20T11:00:01Z'))).toBe(1110);
  expect(await within(hour(12), hour(13))).toBeUndefined();
});

/** The sums of a table by some columns. */
const sums = (columns: string, table: string) =>
  rowsOf(
    holder.url,
    `select ${columns}, sum(requests)::int as requests from ${table} group by ${columns} order by ${columns}`,
  );

describe('after 8 days', () => {
  const NOW = new Date('2026-11-20T15:30:00Z');
  const HOUR_MS = 3_600_000;
  const hoursAgo = (n: number) => new Date(Date.UTC(2026, 10, 20, 15) - n * HOUR_MS);
  const OLDEST_HOUR = new Date('2026-11-12T00:00:00Z');
  const NINETY_DAYS = { from: hoursAgo(90 * 24 - 1), until: hoursAgo(-1) };
  const pruneAll = async (keptDays: number, batch: number) => {
    await usage.settle(NOW);
    while (await usage.prune(NOW, keptDays, batch));
  };

  test('concurrent additions and pruning leave the daily sums unchanged', async () => {
    const counts = fc.uniqueArray(
      fc.record({
        hour: fc.integer({ min: 0, max: 400 }).map(hoursAgo),
        keyId: fc.constantFrom(NOBODY, '00000000-0000-4000-8000-000000000001'),
        operation: fc.constantFrom('listDoctors', 'getDoctor'),
        status: fc.constantFrom(200, 401),
        requests: fc.integer({ min: 1, max: 9 }),
      }),
      { selector: (count) => JSON.stringify({ ...count, requests: 0 }), maxLength: 60 },
    );
    const step = fc.oneof(
      { weight: 2, arbitrary: counts.map((added) => ({ added })) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 50 }).map((batch) => ({ batch })) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        await database.pool.query('truncate key_usage, key_usage_day');
        await database.query('create table if not exists added_usage (like key_usage)');
        await database.query('truncate added_usage');
        const added = steps.flatMap((each) => ('added' in each ? each.added : []));
        for (const { hour: at, keyId, operation, status, requests } of added)
          await database.query('insert into added_usage values ($1, $2, $3, $4, $5)', [
            at,
            keyId,
            operation,
            status,
            requests,
          ]);
        await Promise.all(
          steps.map((each) => ('added' in each ? usage.add(each.added) : pruneAll(400, each.batch))),
        );
        await pruneAll(400, 7);
        expect(await sums('day, key_id, operation, status', 'key_usage_day')).toEqual(
          await sums(
            'day, key_id, operation, status',
            `(select date_trunc('day', hour, 'UTC') as day, * from added_usage) added`,
          ),
        );
        const recent = `(select * from added_usage where hour >= '${OLDEST_HOUR.toISOString()}') added`;
        expect(await sums('hour, key_id, operation, status', 'key_usage')).toEqual(
          await sums('hour, key_id, operation, status', recent),
        );
      }),
      { numRuns: 25 },
    );
    await database.query('drop table added_usage');
  });

  test('days from before the time that is configured are deleted', async () => {
    await usage.add([aCount({ hour: hoursAgo(24 * 100) }), aCount({ hour: hoursAgo(24 * 89) })]);
    await pruneAll(90, 1);
    expect(await sums('day', 'key_usage_day')).toEqual([
      { day: new Date('2026-08-23T00:00:00Z'), requests: 1 },
    ]);
    expect(await sums('hour', 'key_usage')).toEqual([]);
  });

  test('the day that is next to leave has at least the sum of its hours, as an earlier release counts', async () => {
    const leaving = new Date('2026-11-11T09:00:00Z');
    await usage.add([aCount({ hour: leaving, requests: 2 })]);
    await database.query('update key_usage set requests = 5');
    await pruneAll(400, 10);
    expect(await sums('day', 'key_usage_day')).toEqual([
      { day: new Date('2026-11-11T00:00:00Z'), requests: 5 },
    ]);
  });

  test('a span of more than 8 days consists of days, each at its noon or in the last hour', async () => {
    const keyId = await aKeyId('live', 'busy');
    await usage.add([
      aCount({ keyId, hour: hoursAgo(30 * 24), requests: 3 }),
      aCount({ keyId, hour: hoursAgo(30 * 24 + 1), status: 429, requests: 4 }),
      aCount({ keyId, hour: hoursAgo(0), requests: 5 }),
      aCount({ hour: hoursAgo(12), status: 401, requests: 6 }),
      // The noon of this day is before the span.
      aCount({ keyId, hour: new Date('2026-08-22T23:00:00Z') }),
    ]);
    await pruneAll(400, 10);
    const noon = new Date('2026-10-21T12:00:00Z');
    const today = new Date('2026-11-20T12:00:00Z');
    expect(await usage.requestsByHour(NINETY_DAYS)).toEqual([
      { hour: noon, kind: 'live', status: 200, requests: 3 },
      { hour: noon, kind: 'live', status: 429, requests: 4 },
      { hour: today, kind: 'live', status: 200, requests: 5 },
      { hour: today, kind: 'nobody', status: 401, requests: 6 },
    ]);
    expect(await usage.topKeys(NINETY_DAYS, 5)).toMatchObject([{ label: 'busy', requests: 12, refused: 4 }]);
    const morning = { from: hoursAgo(20 * 24), until: new Date('2026-11-20T09:00:00Z') };
    expect(await usage.requestsByHour({ ...morning, keyId })).toEqual([
      { hour: new Date('2026-11-20T08:00:00Z'), kind: 'live', status: 200, requests: 5 },
    ]);
  });
});
