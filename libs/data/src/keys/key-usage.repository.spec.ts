import { randomBytes } from 'node:crypto';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { NOBODY } from '../entities/key-usage.entity.js';
import { KeyRepository } from './key.repository.js';
import { KeyUsageRepository, type UsageCount } from './key-usage.repository.js';

let holder: TestDatabase;
let database: Database;
let usage: KeyUsageRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url);
  usage = new KeyUsageRepository(database);
});
beforeEach(() => database.pool.query('truncate key_usage, api_key cascade'));
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

test('requests by hour and kind, nobody’s too', async () => {
  const [live, other, sandbox] = [await aKeyId(), await aKeyId(), await aKeyId('sandbox')];
  await usage.add([
    aCount({ keyId: live, requests: 2 }),
    aCount({ keyId: other, status: 404, requests: 3 }),
    aCount({ keyId: sandbox, hour: hour(10) }),
    aCount({ status: 401, hour: hour(10), requests: 9 }),
  ]);
  expect(await usage.requestsByHourAndKind(DAY)).toEqual([
    { hour: hour(9), kind: 'live', requests: 5 },
    { hour: hour(10), kind: 'nobody', requests: 9 },
    { hour: hour(10), kind: 'sandbox', requests: 1 },
  ]);
});

test('refusals by hour and status', async () => {
  await usage.add([
    aCount({ requests: 5 }),
    aCount({ status: 401, requests: 2 }),
    aCount({ status: 429, hour: hour(11) }),
    aCount({ status: 429, hour: hour(11), operation: 'getDoctor' }),
  ]);
  expect(await usage.refusalsByHour(DAY)).toEqual([
    { hour: hour(9), status: 401, requests: 2 },
    { hour: hour(11), status: 429, requests: 2 },
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
  expect(await usage.requestsByHourAndKind(span)).toEqual([{ hour: hour(9), kind: 'live', requests: 2 }]);
  expect(await usage.refusalsByHour(span)).toEqual([{ hour: hour(9), status: 429, requests: 2 }]);
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
