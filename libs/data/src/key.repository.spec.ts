import { randomBytes } from 'node:crypto';
import { type KeyKind, makeKey } from '@care-atlas/domain/key';
import { createTestDatabase, rowsOf, type TestDatabase } from '../test/test-directory.js';
import { type Database, openDatabase } from './database.js';
import { hashKey, KeyRepository } from './key.repository.js';

let holder: TestDatabase;
let database: Database;
let keys: KeyRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url);
  keys = new KeyRepository(database);
});

beforeEach(() => database.pool.query('delete from api_key'));

afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

const aKey = (kind: KeyKind = 'live') => makeKey(kind, randomBytes);
const hex = (key: string) => hashKey(key).toString('hex');

test('a new key is active, with the tier of its kind and its displayed prefix', async () => {
  const key = aKey('gateway');
  const stored = await keys.create({ kind: 'gateway', label: 'a shop of APIs' }, key);
  const identity = {
    id: stored.id,
    kind: 'gateway',
    tier: 'gateway',
    prefix: key.slice(0, 'care_gateway_'.length + 4),
  };
  expect(stored).toEqual({
    ...identity,
    label: 'a shop of APIs',
    createdAt: expect.any(Date),
    revokedAt: null,
    lastUsedAt: null,
    replaces: null,
  });
  expect(await keys.activeByHashes([hashKey(key)])).toEqual(new Map([[hex(key), identity]]));
});

test('of a key only its hash and its prefix are stored', async () => {
  const key = aKey();
  await keys.create({ kind: 'live', label: '' }, key);
  const [row] = await rowsOf<{ all: string }>(
    holder.url,
    'select row_to_json(api_key)::text as all from api_key',
  );
  const secret = key.slice('care_live_'.length + 4);
  expect(row!.all).not.toContain(secret);
  expect(row!.all).toContain(hex(key));
});

test('one question answers for many keys, and leaves out those that are unknown or revoked', async () => {
  const [active, revoked, unknown] = [aKey(), aKey(), aKey()];
  await keys.create({ kind: 'live', label: '' }, active);
  const { id } = await keys.create({ kind: 'live', label: '' }, revoked);
  expect(await keys.revoke(id)).toBe(true);
  const found = await keys.activeByHashes([active, revoked, unknown].map(hashKey));
  expect([...found.keys()]).toEqual([hex(active)]);
  expect(await keys.activeByHashes([])).toEqual(new Map());
});

test('a key is revoked once, and one that is unknown never', async () => {
  const { id } = await keys.create({ kind: 'live', label: '' }, aKey());
  expect([await keys.revoke(id), await keys.revoke(id)]).toEqual([true, false]);
  expect(await keys.revoke('00000000-0000-4000-8000-000000000000')).toBe(false);
  expect((await keys.list())[0]!.revokedAt).toBeInstanceOf(Date);
});

test('the same key cannot be stored twice', async () => {
  const key = aKey();
  await keys.create({ kind: 'live', label: '' }, key);
  await expect(keys.create({ kind: 'live', label: '' }, key)).rejects.toThrow('api_key_hash_key');
});

test('a configured key is stored once, and stays as it is', async () => {
  const key = aKey('sandbox');
  await Promise.all([1, 2, 3].map(() => keys.ensure(key, { kind: 'sandbox', label: 'published' })));
  const [stored, ...others] = await keys.list();
  expect(others).toEqual([]);
  await keys.revoke(stored!.id);
  await keys.ensure(key, { kind: 'sandbox', label: 'another label' });
  expect(await keys.list()).toMatchObject([{ label: 'published', revokedAt: expect.any(Date) }]);
  expect(await keys.activeByHashes([hashKey(key)])).toEqual(new Map());
});

test('keys are listed in the order in which they were made', async () => {
  for (const label of ['first', 'second', 'third'])
    await keys.create({ kind: 'admin', label }, aKey('admin'));
  expect((await keys.list()).map(({ label }) => label)).toEqual(['first', 'second', 'third']);
});
