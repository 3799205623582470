import { randomBytes } from 'node:crypto';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, rowsOf, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { hashSecret, type KeyIdentity } from './key-identity.js';
import { KeyMemory, LEASE_MS, MARGIN_MS } from './key-lease.js';
import { KeyLeaseRepository, KeyLeaseSession } from './key-lease.repository.js';
import { KeyRepository } from './key.repository.js';

let holder: TestDatabase;
let database: Database;
let keys: KeyRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
  keys = new KeyRepository(database);
});

beforeEach(() => database.pool.query('delete from api_key'));

afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const aKey = (kind: KeyKind = 'live') => makeKey(kind, randomBytes);
const hex = (key: string) => hashSecret(key).toString('hex');

async function activeByHashes(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, KeyIdentity>> {
  const active = [...(await keys.byHashes(hashes))].filter(([, { isRevoked }]) => !isRevoked);
  return new Map(active.map(([hash, { isRevoked: _isRevoked, ...identity }]) => [hash, identity]));
}

test('a new key is active, with the tier of its kind and its displayed prefix', async () => {
  const key = aKey('gateway');
  const stored = await keys.create({ kind: 'gateway', label: 'a shop of APIs' }, key);
  const identity = {
    id: stored.id,
    kind: 'gateway',
    tier: 'gateway',
    prefix: key.slice(0, 'care_gateway_'.length + 4),
    expiresAt: null,
    rateLimit: null,
  };
  expect(stored).toEqual({
    ...identity,
    label: 'a shop of APIs',
    createdAt: expect.any(Date),
    revokedAt: null,
    revokedReason: '',
    note: '',
    lastUsedAt: null,
    replaces: null,
  });
  expect(await activeByHashes([hashSecret(key)])).toEqual(new Map([[hex(key), identity]]));
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
  const found = await activeByHashes([active, revoked, unknown].map(hashSecret));
  expect([...found.keys()]).toEqual([hex(active)]);
  const all = await keys.byHashes([active, revoked, unknown].map(hashSecret));
  expect(new Map(Array.from(all, ([hash, { isRevoked }]) => [hash, isRevoked]))).toEqual(
    new Map([
      [hex(active), false],
      [hex(revoked), true],
    ]),
  );
  expect(await activeByHashes([])).toEqual(new Map());
});

test('a key is revoked once, and one that is unknown never', async () => {
  const { id } = await keys.create({ kind: 'live', label: '' }, aKey());
  expect([await keys.revoke(id), await keys.revoke(id)]).toEqual([true, false]);
  expect(await keys.revoke(UNKNOWN)).toBe(false);
  expect((await keys.byId(id))!.revokedAt).toBeInstanceOf(Date);
});

test('the same key cannot be stored twice', async () => {
  const key = aKey();
  await keys.create({ kind: 'live', label: '' }, key);
  await expect(keys.create({ kind: 'live', label: '' }, key)).rejects.toThrow('api_key_hash_key');
});

test('a configured key is stored once, and stays as it is', async () => {
  const key = aKey('sandbox');
  await Promise.all([1, 2, 3].map(() => keys.ensure(key, { kind: 'sandbox', label: 'published' })));
  const { keys: all } = await keys.search();
  expect(all).toHaveLength(1);
  await keys.revoke(all[0]!.id);
  await keys.ensure(key, { kind: 'sandbox', label: 'another label' });
  expect((await keys.search()).keys).toMatchObject([{ label: 'published', revokedAt: expect.any(Date) }]);
  expect(await activeByHashes([hashSecret(key)])).toEqual(new Map());
});

test('the terms of a key are stored, listed by state, changed one by one, and kept in the audit', async () => {
  const [key, soon] = [aKey(), new Date(Date.now() + 3_600_000)];
  const terms = { expiresAt: soon, rateLimit: 7, note: 'a trial' };
  const { id } = await keys.create({ kind: 'live', label: '', ...terms }, key);
  expect((await activeByHashes([hashSecret(key)])).get(hex(key))).toMatchObject({
    expiresAt: soon.getTime(),
    rateLimit: 7,
  });
  expect(await keys.changeTerms(id, { rateLimit: null })).toBe(true);
  expect(await keys.byId(id)).toMatchObject({ ...terms, rateLimit: null });
  const idsOf = async (state: 'active' | 'expiring' | 'expired' | 'revoked') =>
    (await keys.search({ state })).keys.map((found) => found.id);
  expect([await idsOf('active'), await idsOf('expired')]).toEqual([[id], []]);
  expect(await idsOf('expiring')).toEqual([id]);
  await keys.changeTerms(id, { expiresAt: new Date(Date.now() + 15 * 24 * 3_600_000) });
  expect(await idsOf('expiring')).toEqual([]);
  await keys.changeTerms(id, { expiresAt: new Date(0), note: 'ended' });
  expect(await idsOf('expiring')).toEqual([]);
  expect([await idsOf('active'), await idsOf('expired'), await idsOf('revoked')]).toEqual([[], [id], []]);
  const { rows } = await database.pool.query(
    `select details ->> 'note' as note from audit_event where action = 'key-terms-changed' and details ->> 'id' = $1`,
    [id],
  );
  expect(rows).toContainEqual({ note: 'ended' });
  await keys.revoke(id);
  expect([await idsOf('expired'), await idsOf('revoked')]).toEqual([[], [id]]);
  expect(await keys.changeTerms(id, { expiresAt: null })).toBe(false);
  expect(await keys.changeTerms(UNKNOWN, { note: '' })).toBe(false);
});

describe('rotate', () => {
  test('the new key has the terms of the old one', async () => {
    const terms = { expiresAt: new Date('2099-01-01T00:00:00Z'), rateLimit: 9, note: 'kept' };
    const { id } = await keys.create({ kind: 'live', label: 'a shop', ...terms }, aKey());
    expect(await keys.rotate(id, aKey())).toMatchObject({ label: 'a shop', ...terms });
  });

  test('the new key takes the place of the old one: same tier, label and chain', async () => {
    const [old, replacement] = [aKey(), aKey()];
    const { id } = await keys.create({ kind: 'live', label: 'a shop' }, old);
    const rotated = await keys.rotate(id, replacement);
    expect(rotated).toMatchObject({ kind: 'live', tier: 'live', label: 'a shop', replaces: id });
    expect(rotated!.prefix).toBe(replacement.slice(0, 'care_live_'.length + 4));
    const active = await activeByHashes([old, replacement].map(hashSecret));
    expect([...active.keys()]).toEqual([hex(replacement)]);
    expect(await keys.byId(id)).toMatchObject({ revokedAt: expect.any(Date), revokedReason: '' });
    const chains = await rowsOf<{ count: number }>(
      holder.url,
      'select count(distinct chain_id)::int from api_key',
    );
    expect(chains).toEqual([{ count: 1 }]);
  });

  test.each(['sandbox', 'gateway', 'admin'] as const)('a %s key is not replaced', async (kind) => {
    const key = aKey(kind);
    const { id } = await keys.create({ kind, label: '' }, key);
    expect(await keys.rotate(id, aKey())).toBeUndefined();
    expect((await activeByHashes([hashSecret(key)])).size).toBe(1);
    expect((await keys.search()).total).toBe(1);
  });

  test('what is revoked, replaced or unknown is not replaced', async () => {
    const { id: revoked } = await keys.create({ kind: 'live', label: '' }, aKey());
    await keys.revoke(revoked);
    const { id: replaced } = await keys.create({ kind: 'live', label: '' }, aKey());
    await keys.rotate(replaced, aKey());
    for (const id of [revoked, replaced, UNKNOWN]) expect(await keys.rotate(id, aKey())).toBeUndefined();
    expect((await keys.search({ state: 'active' })).total).toBe(1);
  });

  test('of ten at once one wins', async () => {
    const { id } = await keys.create({ kind: 'live', label: '' }, aKey());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => keys.rotate(id, aKey())));
    const winners = outcomes.filter((stored) => stored !== undefined);
    expect(winners).toHaveLength(1);
    expect((await keys.search({ state: 'active' })).keys).toEqual(winners);
  });

  test('one that fails half-way leaves the old key as it was', async () => {
    const [old, taken] = [aKey(), aKey()];
    const { id } = await keys.create({ kind: 'live', label: '' }, old);
    await keys.create({ kind: 'live', label: '' }, taken);
    await expect(keys.rotate(id, taken)).rejects.toThrow('api_key_hash_key');
    expect((await activeByHashes([hashSecret(old)])).size).toBe(1);
  });
});

describe('register', () => {
  const secret = 'a-secret-that-a-gateway-chose';

  test('a secret of a gateway is a gateway key, of which nothing is shown', async () => {
    const stored = await keys.register('a shop of APIs', secret);
    expect(stored).toMatchObject({ kind: 'gateway', tier: 'gateway', label: 'a shop of APIs' });
    expect(stored.prefix).toBe(`gateway-${hex(secret).slice(0, 4)}`);
    expect((await activeByHashes([hashSecret(secret)])).get(hex(secret))!.id).toBe(stored.id);
    const [row] = await rowsOf<{ all: string }>(
      holder.url,
      'select row_to_json(k)::text as all from api_key k',
    );
    expect(row!.all).not.toContain(secret);
  });

  test('the same one cannot be registered twice, but two can be active at once', async () => {
    await keys.register('', secret);
    await keys.register('', `${secret}-2`);
    await expect(keys.register('', secret)).rejects.toThrow('api_key_hash_key');
    expect((await activeByHashes([secret, `${secret}-2`].map(hashSecret))).size).toBe(2);
  });
});

const labels = async (...question: Parameters<KeyRepository['search']>) =>
  (await keys.search(...question)).keys.map(({ label }) => label);

describe('search', () => {
  beforeEach(async () => {
    for (const [kind, label] of [
      ['live', 'Shop one'],
      ['live', 'Shop 100 % two'],
      ['admin', 'dashboard_x'],
    ] as const)
      await keys.create({ kind, label }, aKey(kind));
  });
  test('the newest first, by pages, with the number of all', async () => {
    expect(await labels()).toEqual(['dashboard_x', 'Shop 100 % two', 'Shop one']);
    expect(await labels({}, { limit: 1, offset: 1 })).toEqual(['Shop 100 % two']);
    expect((await keys.search({}, { limit: 1, offset: 5 })).total).toBe(3);
  });

  test('by kind, state and text, all of which must hold', async () => {
    const { keys: live } = await keys.search({ kind: 'live' });
    expect(live).toHaveLength(2);
    await keys.revoke(live[0]!.id, 'refunded');
    expect(await labels({ kind: 'live', state: 'active' })).toEqual(['Shop one']);
    expect((await keys.search({ state: 'revoked' })).keys).toMatchObject([{ revokedReason: 'refunded' }]);
    expect(await labels({ text: 'SHOP' })).toEqual(['Shop 100 % two', 'Shop one']);
    expect(await labels({ text: 'shop', state: 'revoked' })).toEqual(['Shop 100 % two']);
  });

  test('text is text: what stands for anything in SQL stands for itself', async () => {
    expect(await labels({ text: '% t' })).toEqual(['Shop 100 % two']);
    expect(await labels({ text: 'd_x' })).toEqual(['dashboard_x']);
    expect(await labels({ text: '_' })).toContain('dashboard_x');
    expect(await labels({ text: '%%' })).toEqual([]);
    expect(await labels({ text: '\\' })).toEqual([]);
  });

  test('by displayed prefix, and by the beginning of an id', async () => {
    const { keys: all } = await keys.search();
    for (const { prefix, id } of all) {
      expect(await labels({ text: prefix })).toHaveLength(1);
      expect((await keys.search({ text: id.slice(0, 13).toUpperCase() })).keys).toMatchObject([{ id }]);
    }
  });
});

test('the last use of many keys is noted at once, and never back in time', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await keys.create({ kind: 'live', label: '' }, aKey())).id);
  const [first, second, third] = ids as [string, string, string];
  const [early, late] = [new Date('2026-11-20T15:00:00Z'), new Date('2026-11-20T16:00:00Z')];
  await keys.updateLastUse(
    new Map([
      [first, late],
      [second, early],
      [UNKNOWN, late],
    ]),
  );
  await keys.updateLastUse(
    new Map([
      [first, early],
      [second, late],
    ]),
  );
  await keys.updateLastUse(new Map());
  const used = async (id: string) => (await keys.byId(id))!.lastUsedAt;
  expect([await used(first), await used(second), await used(third)]).toEqual([late, late, null]);
});

test('the holder of a key who replaces it is in the audit by the prefix of the replaced key', async () => {
  const { id, prefix } = await keys.create({ kind: 'live', label: '' }, makeKey('live', randomBytes));
  const stored = await keys.rotate(id, makeKey('live', randomBytes));
  expect(await keys.rotate(id, makeKey('live', randomBytes))).toBeUndefined();
  const { rows } = await database.pool.query(
    `select actor, subject from audit_event where action = 'key-rotated' and details ->> 'replaces' = $1`,
    [id],
  );
  expect(rows).toEqual([{ actor: `key:${prefix}`, subject: stored!.prefix }]);
});

describe('while a process remembers keys', () => {
  // Its lease never ends by itself: a busy machine would end it at any time.
  const now = () => ({ monotonic: 0, wall: 0 });
  let memory: KeyMemory;
  let session: KeyLeaseSession;
  let row: string;
  let notifications: number;
  let key: string;
  let id: string;

  /** One renewal, as a process sends it. */
  async function renew() {
    const renewal = memory.renewal();
    const sent = now();
    const answer = await session.renew(row, renewal);
    memory.apply(sent, renewal, answer);
    return answer;
  }

  const isActive = async () => (await keys.byId(id))?.revokedAt === null;
  const withdrawals = () => rowsOf<{ id: string }>(holder.url, 'select id from key_withdrawal');
  const untilWithdrawn = async () => {
    while ((await withdrawals()).length === 0);
  };

  beforeEach(async () => {
    await new KeyLeaseRepository(database.manager).enable(true, { actor: 'test' });
    memory = new KeyMemory(now);
    notifications = 0;
    session = await KeyLeaseSession.open(database, () => notifications++);
    row = await session.enlist();
    key = aKey();
    ({ id } = await keys.create({ kind: 'live', label: '' }, key));
    await renew();
    memory.want(hex(key));
    await renew();
    notifications = 0;
  });

  afterEach(async () => {
    session.close();
    await new KeyLeaseRepository(database.manager).enable(false, { actor: 'test' });
    await database.query('delete from key_instance');
  });

  test('a key is ended after the process has acknowledged that it forgot it', async () => {
    const identity = { id, kind: 'live', tier: 'live', prefix: key.slice(0, -34) };
    expect(memory.find(hex(key))).toEqual({ ...identity, expiresAt: null, rateLimit: null });
    const ending = keys.revoke(id, 'leaked');
    await untilWithdrawn();
    expect(await isActive()).toBe(true);
    await renew();
    expect(memory.find(hex(key))).toBeUndefined();
    // It is asked for meanwhile, and not remembered again.
    memory.want(hex(key));
    await renew();
    expect(await ending).toBe(true);
    expect(memory.find(hex(key))).toBeUndefined();
    expect([await isActive(), await withdrawals()]).toEqual([false, []]);
  });

  test('or after the lease of a process that says nothing has ended; no transaction is open meanwhile', async () => {
    const begun = performance.now();
    let hasEnded = false;
    const replacing = keys.rotate(id, aKey()).finally(() => {
      hasEnded = true;
    });
    await untilWithdrawn();
    const open = `select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start < query_start`;
    // It looks at the leases in short transactions.
    while ((await rowsOf(holder.url, open)).length > 0);
    expect(hasEnded).toBe(false);
    expect((await replacing)?.replaces).toBe(id);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(LEASE_MS + MARGIN_MS);
  });

  test('a key whose withdrawal was removed meanwhile stays active', async () => {
    const ending = keys.revoke(id);
    await untilWithdrawn();
    await session.removeAbandoned();
    expect(await withdrawals()).toHaveLength(1);
    await database.query(`update key_withdrawal set created_at = now() - interval '61 seconds'`);
    expect((await renew()).abandoned).toBe(true);
    await session.removeAbandoned();
    await renew();
    await expect(ending).rejects.toMatchObject({ code: '40001' });
    expect(await isActive()).toBe(true);
    memory.want(hex(key));
    await renew();
    expect(memory.find(hex(key))).toMatchObject({ id });
  });

  test.each([
    ['update', `update api_key set revoked_at = now()`],
    ['a changed expiry', `update api_key set expires_at = now() + interval '1 day'`],
    ['a changed limit', 'update api_key set rate_limit = 5'],
    ['delete', 'delete from api_key'],
    ['truncate', 'truncate api_key cascade'],
  ])('%s by hand makes it forget', async (_, statement) => {
    await database.query(statement);
    while (notifications === 0) await rowsOf(holder.url, 'select');
    await renew();
    expect(memory.find(hex(key))).toBeUndefined();
    expect(memory.isHeld).toBe(true);
  });

  test('it remembers when a key expires, and its limit', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    await keys.changeTerms(id, { expiresAt, rateLimit: 5 });
    await renew();
    memory.want(hex(key));
    await renew();
    expect(memory.find(hex(key))).toMatchObject({ id, expiresAt: expiresAt.getTime(), rateLimit: 5 });
  });

  test('the time of the last use makes nobody forget', async () => {
    await keys.updateLastUse(new Map([[id, new Date()]]));
    expect((await renew()).changed).toEqual([]);
    expect(memory.find(hex(key))).toMatchObject({ id });
  });

  test('what it acknowledges is of this database, or counts as nothing', async () => {
    const acked = async () =>
      (await rowsOf<{ acked: string }>(holder.url, 'select acked_epoch as acked from key_instance'))[0];
    await renew();
    expect(await acked()).toMatchObject({ acked: expect.any(String) });
    await session.renew(row, { ...memory.renewal(), history: 'another' });
    expect(await acked()).toEqual({ acked: null });
    await session.renew(row, { ...memory.renewal(), applied: 1e9 });
    expect(await acked()).toEqual({ acked: null });
  });

  test('it stops when it is struck off, or the memory is switched off', async () => {
    const { others } = await session.renew(await session.enlist(), memory.renewal());
    const leases = new KeyLeaseRepository(database.manager);
    await leases.strike(row, others[row]! - 1);
    expect((await renew()).listed).toBe(true);
    await leases.strike(row, (await leases.renewals())[row]!);
    expect((await renew()).listed).toBe(false);
    expect([memory.isHeld, memory.find(hex(key))]).toEqual([false, undefined]);
    row = await session.enlist();
    await renew();
    expect(memory.isHeld).toBe(true);
    await new KeyLeaseRepository(database.manager).enable(false, { actor: 'test' });
    await renew();
    expect(memory.isHeld).toBe(false);
  });

  test('a key cannot be ended within another transaction, which could not withdraw it', async () => {
    const nested = database.transaction((manager) => new KeyRepository(manager).revoke(id));
    await expect(nested).rejects.toThrow('transactions of its own');
    expect(await isActive()).toBe(true);
  });
});
