import { randomBytes, randomUUID } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, rowsOf, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { hashSecret } from '../keys/key-identity.js';
import { KeyRepository } from '../keys/key.repository.js';
import { type PaymentOutcome, PurchaseRepository, type PurchaseState } from './purchase.repository.js';

let holder: TestDatabase;
let database: Database;
let purchases: PurchaseRepository;
let keys: KeyRepository;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
  purchases = new PurchaseRepository(database);
  keys = new KeyRepository(database);
});

beforeEach(() => database.pool.query('truncate purchase, api_key cascade'));

afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

const SECRET = 'the secret of a browser';
const aKey = () => makeKey('live', randomBytes);

/** The id of a new purchase that went through some outcomes. */
async function aPurchase(...outcomes: readonly PaymentOutcome[]): Promise<string> {
  const id = randomUUID();
  await purchases.add({ id, reference: `pay_${id}`, live: true, amount: 500, currency: 'cad' }, SECRET);
  for (const outcome of outcomes) await purchases.recordOutcome(id, outcome);
  return id;
}

async function stateOf(id: string): Promise<PurchaseState | undefined> {
  return (await purchases.findForBrowser(id, SECRET))?.state;
}

async function isActive(key: string): Promise<boolean> {
  return [...(await keys.byHashes([hashSecret(key)])).values()].some(({ isRevoked }) => !isRevoked);
}

/** Replaces a key as a rotation does, up to its COMMIT. */
async function beginRotation(key: string, newKey: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('update api_key set revoked_at = now() where hash = $1', [hashSecret(key)]);
  await client.query(
    `insert into api_key (hash, kind, tier, prefix, label, chain_id, replaces)
     select $2, kind, tier, prefix, label, chain_id, id from api_key where hash = $1`,
    [hashSecret(key), hashSecret(newKey)],
  );
  return async () => {
    await client.query('commit');
    client.release();
  };
}

test('a purchase is found by its own browser alone', async () => {
  const id = await aPurchase();
  expect(await purchases.findForBrowser(id, SECRET)).toMatchObject({ id, state: 'waiting', amount: 500 });
  expect(await purchases.findForBrowser(id, 'another secret')).toBeUndefined();
  expect(await purchases.findForBrowser(randomUUID(), SECRET)).toBeUndefined();
});

test('a purchase is found by what the payment provider calls it', async () => {
  const id = await aPurchase();
  expect(await purchases.findByReference(`pay_${id}`)).toMatchObject({ id });
  expect(await purchases.findByReference('pay_unknown')).toBeUndefined();
});

test.each<[PaymentOutcome[], PurchaseState]>([
  [['paid'], 'paid'],
  [['paid', 'paid'], 'paid'],
  [['lapsed'], 'lapsed'],
  [['lapsed', 'paid'], 'paid'],
  [['paid', 'lapsed'], 'paid'],
  [['reversed'], 'reversed'],
  [['reversed', 'paid'], 'reversed'],
  [['reversed', 'lapsed'], 'reversed'],
  [['paid', 'reversed', 'reversed'], 'reversed'],
])('after %j it is %s', async (outcomes, state) => {
  expect(await stateOf(await aPurchase(...outcomes))).toBe(state);
});

test('what is paid and not claimed is listed for its browser', async () => {
  await aPurchase();
  const [first, second, claimed] = [
    await aPurchase('paid'),
    await aPurchase('paid'),
    await aPurchase('paid'),
  ];
  await purchases.claim(claimed, SECRET, aKey());
  expect((await purchases.findUnclaimed(SECRET)).map(({ id }) => id)).toEqual([first, second]);
  expect(await purchases.findUnclaimed('another secret')).toEqual([]);
});

test('the first claim stores its key, of ten at once', async () => {
  const id = await aPurchase('paid');
  const offered = Array.from({ length: 10 }, aKey);
  const claims = await Promise.all(offered.map((key) => purchases.claim(id, SECRET, key)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await rowsOf(holder.url, 'select kind, tier, label from api_key')).toEqual([
    { kind: 'live', tier: 'live', label: `purchase ${id}` },
  ]);
  expect(await isActive(offered[claims.indexOf(true)]!)).toBe(true);
  expect(await stateOf(id)).toBe('claimed');
});

test.each<PaymentOutcome[][]>([[[]], [['lapsed']], [['reversed']], [['paid', 'reversed']]])(
  'no key is stored for a purchase after %j',
  async (outcomes) => {
    expect(await purchases.claim(await aPurchase(...outcomes), SECRET, aKey())).toBe(false);
    expect(await rowsOf(holder.url, 'select id from api_key')).toEqual([]);
  },
);

test('no key is stored for another browser', async () => {
  const id = await aPurchase('paid');
  expect(await purchases.claim(id, 'another secret', aKey())).toBe(false);
  expect(await stateOf(id)).toBe('paid');
});

test('money that goes back ends the key, and says why', async () => {
  const [id, key, other] = [await aPurchase('paid'), aKey(), aKey()];
  await purchases.claim(id, SECRET, key);
  await purchases.claim(await aPurchase('paid'), SECRET, other);
  await purchases.recordOutcome(id, 'reversed', 'Refunded.');
  expect([await isActive(key), await isActive(other)]).toEqual([false, true]);
  expect(
    await rowsOf(holder.url, `select revoked_reason as why from api_key where revoked_at is not null`),
  ).toEqual([{ why: 'Refunded.' }]);
});

test('money that goes back ends the key that replaced the one bought', async () => {
  const [id, key, newKey] = [await aPurchase('paid'), aKey(), aKey()];
  await purchases.claim(id, SECRET, key);
  await (
    await beginRotation(key, newKey)
  )();
  expect(await isActive(newKey)).toBe(true);
  await purchases.recordOutcome(id, 'reversed');
  expect([await isActive(key), await isActive(newKey)]).toEqual([false, false]);
});

test('money that goes back while the key is being replaced ends the new key', async () => {
  const [id, key, newKey] = [await aPurchase('paid'), aKey(), aKey()];
  await purchases.claim(id, SECRET, key);
  const commit = await beginRotation(key, newKey);
  const reversal = purchases.recordOutcome(id, 'reversed');
  await untilWaiting();
  await commit();
  await reversal;
  expect([await isActive(key), await isActive(newKey)]).toEqual([false, false]);
});

/** Waits until a statement waits for a lock. */
async function untilWaiting(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await rowsOf(holder.url, waiting)).length === 0);
}

test('money that goes back withdraws the new key too, where a process may remember it', async () => {
  await database.query('update key_lease set enabled = true');
  await database.query('insert into key_instance (id, acked_epoch) values (gen_random_uuid(), 0)');
  const [id, key, newKey] = [await aPurchase('paid'), aKey(), aKey()];
  await purchases.claim(id, SECRET, key);
  const withdrawn = async () =>
    rowsOf(holder.url, 'select hash from key_withdrawal join api_key on api_key.id = key_id');
  const untilWithdrawn = async (of: string) => {
    while (JSON.stringify(await withdrawn()) !== JSON.stringify([{ hash: hashSecret(of) }]));
  };
  const acknowledge = () =>
    database.query('update key_instance set acked_epoch = (select epoch from key_lease)');
  const reversal = purchases.recordOutcome(id, 'reversed');
  await untilWithdrawn(key);
  await (
    await beginRotation(key, newKey)
  )();
  await database.query('delete from key_withdrawal');
  await acknowledge();
  await untilWithdrawn(newKey);
  expect([await isActive(newKey), await stateOf(id)]).toEqual([true, 'claimed']);
  await acknowledge();
  await reversal;
  expect([await isActive(key), await isActive(newKey), await stateOf(id)]).toEqual([
    false,
    false,
    'reversed',
  ]);
  await database.query('update key_lease set enabled = false');
  await database.query('delete from key_instance');
});

test('money that goes back and a claim at once leave no active key', async () => {
  for (let i = 0; i < 10; i++) {
    const [id, key] = [await aPurchase('paid'), aKey()];
    await Promise.all([purchases.claim(id, SECRET, key), purchases.recordOutcome(id, 'reversed')]);
    expect([await stateOf(id), await isActive(key)]).toEqual(['reversed', false]);
  }
});

test('what lapsed is forgotten, and what waits is listed, once it is old', async () => {
  const [waiting, lapsed, paid] = [await aPurchase(), await aPurchase('lapsed'), await aPurchase('paid')];
  await purchases.deleteLapsed(new Date(Date.now() - 60_000));
  expect(await stateOf(lapsed)).toBe('lapsed');
  await database.pool.query(`update purchase set created_at = now() - interval '31 days'`);
  const before = new Date(Date.now() - 60_000);
  expect((await purchases.findWaiting(before, 10)).map(({ id }) => id)).toEqual([waiting]);
  await purchases.deleteLapsed(before);
  expect([await stateOf(waiting), await stateOf(lapsed), await stateOf(paid)]).toEqual([
    'waiting',
    undefined,
    'paid',
  ]);
});

const eventsOf = async (id: string) => {
  const { rows } = await database.pool.query<{ event: string }>(
    `select concat_ws(' ', actor, action) as event from audit_event
    where subject = $1 or details ->> 'label' = $1 order by id`,
    [`purchase ${id}`],
  );
  return rows.map(({ event }) => event);
};

describe('the audit', () => {
  test('has one event for a payment, for the key, and for a refund, however often they are reported', async () => {
    const id = await aPurchase('paid', 'paid');
    await purchases.claim(id, SECRET, aKey());
    await purchases.claim(id, SECRET, aKey());
    await purchases.recordOutcome(id, 'reversed', 'refunded');
    await purchases.recordOutcome(id, 'reversed', 'refunded');
    expect(await eventsOf(id)).toEqual([
      'checkout purchase-paid',
      'checkout key-created',
      'checkout purchase-refunded',
    ]);
    expect(await eventsOf(await aPurchase('lapsed'))).toEqual([]);
  });

  test('has no event for a key that could not be stored', async () => {
    const [id, stored] = [await aPurchase('paid'), aKey()];
    await keys.create({ kind: 'live', label: '' }, stored);
    await expect(purchases.claim(id, SECRET, stored)).rejects.toThrow('api_key_hash_key');
    expect(await eventsOf(id)).toEqual(['checkout purchase-paid']);
  });
});
