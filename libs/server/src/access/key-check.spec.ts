import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import {
  hashSecret,
  KeyLeaseRepository,
  KeyMemory,
  KeyRepository,
  LEASE_MS,
  MARGIN_MS,
} from '@care-atlas/data/keys';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { bearerKey, KeyCheck } from './key-check.js';
import { currentMoment, KeyLease } from './key-lease.js';

let testDatabase: TestDatabase;
let database: Database;
let repository: KeyRepository;
/** The hashes that each statement asked for. */
let statements: number[];
let check: KeyCheck;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, PATIENT);
  repository = new KeyRepository(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => {
  statements = [];
  check = new KeyCheck({
    byHashes(hashes) {
      statements.push(hashes.length);
      return repository.byHashes(hashes);
    },
  });
});

function newKey(kind: KeyKind = 'live'): string {
  return makeKey(kind, (count) => randomBytes(count));
}

async function storedKey(kind: KeyKind = 'live'): Promise<{ key: string; id: string }> {
  const key = newKey(kind);
  const { id } = await repository.create({ kind, label: 'test' }, key);
  return { key, id };
}

describe('whose key it is', () => {
  it.each(['live', 'sandbox', 'gateway', 'admin'] as const)(
    'a %s key is known by kind and tier',
    async (kind) => {
      const { key, id } = await storedKey(kind);
      expect(await check.identify(key)).toEqual({
        id,
        kind,
        tier: kind,
        prefix: key.slice(0, -34),
        expiresAt: null,
        rateLimit: null,
      });
    },
  );

  it('an unknown one is nobody’s', async () => {
    expect(await check.identify(newKey())).toBeUndefined();
  });

  it('a revoked one and an unknown one cost the same one statement about one hash', async () => {
    const { key, id } = await storedKey();
    await repository.revoke(id);
    const asked: number[][] = [];
    for (const refused of [key, newKey()]) {
      statements = [];
      expect(await check.identify(refused)).toBeUndefined();
      asked.push(statements);
    }
    expect(asked).toEqual([[1], [1]]);
  });

  it('a revoked one is nobody’s from the next request on, and is reported', async () => {
    const { key, id } = await storedKey();
    const reported: string[] = [];
    const identify = () => check.identify(key, (revokedId) => reported.push(revokedId));
    expect(await identify()).toMatchObject({ id });
    expect(reported).toEqual([]);
    await repository.revoke(id);
    expect(await identify()).toBeUndefined();
    expect(reported).toEqual([id]);
  });
});

it('an expired key is nobody’s from that moment on, asked for or remembered, and is reported', async () => {
  const { key, id } = await storedKey();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await repository.changeTerms(id, { expiresAt });
  const still = { monotonic: 0, wall: 0 };
  const memory = new KeyMemory(() => still);
  const admitted = Object.fromEntries(await repository.byHashes([hashSecret(key)]));
  const lease = { enabled: true, listed: true, history: '', epoch: 1, pruned: 0, changed: [] };
  memory.apply(still, { wanted: [] }, { ...lease, admitted });
  const reported: string[] = [];
  let now = 0;
  for (const held of [undefined, memory]) {
    check = new KeyCheck(repository, held, () => now);
    now = expiresAt.getTime() - 1;
    expect(await check.identify(key)).toMatchObject({ id });
    now++;
    expect(await check.identify(key, (expired) => reported.push(expired))).toBeUndefined();
  }
  expect(memory.find(hashSecret(key).toString('hex'))).toMatchObject({ id });
  expect(reported).toEqual([id, id]);
});

describe('which gateway it is', () => {
  it('by a gateway key, or by a secret that the gateway chose', async () => {
    const { key, id } = await storedKey('gateway');
    expect(await check.identifyGateway(key)).toMatchObject({ id, kind: 'gateway' });
    const secret = randomBytes(12).toString('base64url');
    const registered = await repository.register('', secret);
    expect(await check.identifyGateway(secret)).toMatchObject({ id: registered.id, kind: 'gateway' });
    expect(await check.identify(secret)).toBeUndefined();
    await repository.revoke(registered.id);
    expect(await check.identifyGateway(secret)).toBeUndefined();
  });

  it.each(['live', 'sandbox', 'admin'] as const)('not by a %s key', async (kind) => {
    const { key } = await storedKey(kind);
    expect(await check.identifyGateway(key)).toBeUndefined();
  });

  it('in the same statement as the keys of other requests', async () => {
    const [live, gateway] = [await storedKey(), await storedKey('gateway')];
    await Promise.all([check.identify(live.key), check.identifyGateway(gateway.key)]);
    expect(statements).toEqual([2]);
  });
});

describe('with a memory', () => {
  /** A memory that holds a lease, and what a renewal of it brings. */
  function aMemory() {
    let monotonic = 0;
    const now = () => ({ monotonic, wall: 0 });
    const memory = new KeyMemory(now);
    const identities = (wanted: readonly string[]) =>
      repository.byHashes(wanted.map((hash) => Buffer.from(hash, 'hex')));
    return {
      memory,
      wait: (milliseconds: number) => (monotonic += milliseconds),
      async renew(changed: readonly string[] = []) {
        const renewal = memory.renewal();
        const admitted = Object.fromEntries(await identities(renewal.wanted));
        const state = { enabled: true, listed: true, history: 'one', epoch: 0, pruned: 0 };
        memory.apply(now(), renewal, { ...state, changed, admitted });
        return renewal.wanted.length;
      },
    };
  }

  it('a key is asked for until a renewal has looked it up, and again when the lease has ended', async () => {
    const { key, id } = await storedKey();
    const { memory, ...lease } = aMemory();
    await lease.renew();
    const keys = new KeyCheck(
      { byHashes: (hashes) => (statements.push(hashes.length), repository.byHashes(hashes)) },
      memory,
    );
    const cost = async () => {
      statements = [];
      expect(await keys.identify(key)).toMatchObject({ id, kind: 'live' });
      return statements.length;
    };
    expect([await cost(), await cost()]).toEqual([1, 1]);
    await lease.renew();
    expect([await cost(), await cost()]).toEqual([0, 0]);
    lease.wait(LEASE_MS - MARGIN_MS);
    expect(await cost()).toBe(1);
    await lease.renew();
    expect(await cost()).toBe(0);
    await lease.renew([hashSecret(key).toString('hex')]);
    expect(await cost()).toBe(1);
  });

  it('that a process keeps, a key is remembered until it is revoked; closed, nobody waits for the process', async () => {
    const { key, id } = await storedKey();
    const leases = new KeyLeaseRepository(database.manager);
    await leases.enable(true, { actor: 'test' });
    const memory = new KeyMemory(currentMoment);
    const errors: unknown[] = [];
    const lease = new KeyLease(database, memory, { error: (fault: unknown) => errors.push(fault) });
    const keys = new KeyCheck(repository, memory);
    while (memory.size === 0) expect(await keys.identify(key)).toMatchObject({ id });
    expect(await repository.revoke(id)).toBe(true);
    expect(await keys.identify(key)).toBeUndefined();
    expect(memory.size).toBe(0);
    expect(await leases.instances()).toBe(1);
    await lease.close();
    expect([memory.isHeld, await leases.instances(), errors]).toEqual([false, 0, []]);
    await leases.enable(false, { actor: 'test' });
  });

  it('a remembered key neither waits for nor fails with an unknown one of the same turn', async () => {
    const { key, id } = await storedKey();
    const { memory, ...lease } = aMemory();
    await lease.renew();
    await new KeyCheck(repository, memory).identify(key);
    await lease.renew();
    const { promise, reject } = Promise.withResolvers<never>();
    const keys = new KeyCheck({ byHashes: () => promise }, memory);
    const unknown = keys.identify(newKey());
    expect(await keys.identify(key)).toMatchObject({ id });
    reject(new Error('away'));
    await expect(unknown).rejects.toThrow('away');
  });

  it('nothing negative is remembered', async () => {
    const { key, id } = await storedKey();
    await repository.revoke(id);
    const { memory, ...lease } = aMemory();
    await lease.renew();
    const keys = new KeyCheck(repository, memory);
    for (const refused of [key, newKey()]) expect(await keys.identify(refused)).toBeUndefined();
    expect(await lease.renew()).toBe(0);
    expect(memory.size).toBe(0);
  });
});

describe('what it costs', () => {
  it('all requests of one turn share a statement, which asks for each key once', async () => {
    const stored = await Promise.all([storedKey(), storedKey('admin'), storedKey()]);
    const keys = [...stored.map(({ key }) => key), newKey()];
    const asked = Array.from({ length: 200 }, (_, i) => i % keys.length);
    const identities = await Promise.all(asked.map((i) => check.identify(keys[i]!)));
    expect(statements).toEqual([keys.length]);
    expect(identities.map((identity) => identity?.id)).toEqual(asked.map((i) => stored[i]?.id));
  });

  it('what cannot be a key costs none', async () => {
    const key = newKey();
    const malformed = [
      '',
      'nonsense',
      key.slice(0, -1),
      `${key}0`,
      key.replace('live', 'dead'),
      key.toUpperCase(),
    ];
    expect(await Promise.all(malformed.map((text) => check.identify(text)))).toEqual(
      malformed.map(() => undefined),
    );
    expect(statements).toEqual([]);
  });

  it('a request that arrives while a statement is under way has one of its own, sent after it arrived', async () => {
    const { key, id } = await storedKey();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const slow = new KeyCheck({
      async byHashes(hashes) {
        statements.push(hashes.length);
        const identities = await repository.byHashes(hashes);
        asked.resolve();
        await answer.promise;
        return identities;
      },
    });
    const before = slow.identify(key);
    await asked.promise;
    await repository.revoke(id);
    const after = slow.identify(key);
    answer.resolve();
    expect(await before).toMatchObject({ id });
    expect(await after).toBeUndefined();
    expect(statements).toEqual([1, 1]);
  });
});

it('a database that cannot be asked is the error of every request, and forgotten with the next', async () => {
  const { key } = await storedKey();
  const other = await openDatabase(testDatabase.url, PATIENT);
  let keys = new KeyRepository(other);
  const failing = new KeyCheck({ byHashes: (hashes) => keys.byHashes(hashes) });
  await other.close();
  const outcomes = await Promise.allSettled([
    failing.identify(key),
    failing.identify(key),
    failing.identify(newKey()),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  keys = repository;
  expect(await failing.identify(key)).toBeDefined();
});

describe('the key of a header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc  ', 'abc'],
    [undefined, undefined],
    ['', undefined],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['abc', undefined],
    ['Basic abc', undefined],
    ['Bearer a b', undefined],
    ['Bearer abc, Bearer def', undefined],
    ['xBearer abc', undefined],
  ])('%j is %j', (header, key) => {
    expect(bearerKey(header)).toBe(key);
  });
});
