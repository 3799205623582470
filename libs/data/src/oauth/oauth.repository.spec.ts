import { createHash, randomBytes } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, rowsOf, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { KeyRepository } from '../keys/key.repository.js';
import { OAuthRepository } from './oauth.repository.js';

let holder: TestDatabase;
let database: Database;
let records: OAuthRepository;
let keyId: string;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
  records = new OAuthRepository(database);
  const key = makeKey('live', randomBytes);
  keyId = (await new KeyRepository(database).create({ kind: 'live', label: '' }, key)).id;
});
beforeEach(() => database.pool.query('delete from oauth_record'));
afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

const AUDIENCE = 'https://connector.example/mcp';
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Lets time pass for what is stored. */
const age = (seconds: number) =>
  database.pool.query(
    `update oauth_record set expires_at = expires_at - make_interval(secs => $1),
    consumed_at = consumed_at - make_interval(secs => $1)`,
    [seconds],
  );

/** Stores an access token with its grant. */
async function grantToken(token: string, audience = AUDIENCE): Promise<void> {
  await records.save('Grant', 'the grant', { accountId: keyId }, 1_000);
  await records.save('AccessToken', token, { accountId: keyId, grantId: 'the grant', aud: audience }, 100);
}

const keysOf = async (...tokens: string[]) => {
  const found = await records.keysByTokens(tokens.map(sha256), AUDIENCE);
  return tokens.map((token) => found.get(sha256(token).toString('hex'))?.id);
};

test('a record is found by its model and identifier, until it expires', async () => {
  await records.save('Interaction', 'x', { any: 'thing' }, 100);
  expect(await records.find('Interaction', 'x')).toEqual({ payload: { any: 'thing' }, consumed: undefined });
  expect(await records.find('Grant', 'x')).toBeUndefined();
  expect(await records.find('Interaction', 'y')).toBeUndefined();
  await records.save('Interaction', 'x', { any: 'other thing' }, 50);
  expect(await records.find('Interaction', 'x')).toMatchObject({ payload: { any: 'other thing' } });
  await age(51);
  expect(await records.find('Interaction', 'x')).toBeUndefined();
});

test('what a client sent is kept as it is, whatever characters it has', async () => {
  const state = 'nul \u0000, half a pair \ud800, quote " and é';
  await records.save('Interaction', 'x', { state }, 100);
  expect((await records.find('Interaction', 'x'))!.payload).toEqual({ state });
});

test('one of several is told that it consumed a record', async () => {
  await records.save('AuthorizationCode', 'x', {}, 100);
  const told = await Promise.all([1, 2, 3, 4].map(() => records.consume('AuthorizationCode', 'x')));
  expect(told.filter(Boolean)).toHaveLength(1);
  expect((await records.find('AuthorizationCode', 'x'))!.consumed).toEqual(expect.any(Number));
});

test('a refresh token counts as consumed after a minute', async () => {
  await records.save('RefreshToken', 'x', {}, 1_000);
  await records.consume('RefreshToken', 'x');
  expect((await records.find('RefreshToken', 'x'))!.consumed).toBeUndefined();
  await age(59);
  // Used once more within its minute, it does not get another one.
  await records.consume('RefreshToken', 'x');
  await age(2);
  expect((await records.find('RefreshToken', 'x'))!.consumed).toEqual(expect.any(Number));
});

test('an access token leads to its key, for its audience alone', async () => {
  await grantToken('one');
  await grantToken('foreign', 'https://other.example/');
  expect(await keysOf('one', 'foreign', 'unknown')).toEqual([keyId, undefined, undefined]);
  await age(101);
  expect(await keysOf('one')).toEqual([undefined]);
});

test('an access token ends with its grant, and with its key', async () => {
  const keys = new KeyRepository(database);
  await grantToken('one');
  await records.remove('Grant', 'the grant');
  expect(await keysOf('one')).toEqual([undefined]);
  const { id } = await keys.create({ kind: 'live', label: '' }, makeKey('live', randomBytes));
  await records.save('Grant', 'another', { accountId: id }, 100);
  await records.save('AccessToken', 'two', { accountId: id, grantId: 'another', aud: AUDIENCE }, 100);
  expect([await keysOf('two'), await records.isActiveKey(id)]).toEqual([[id], true]);
  await keys.revoke(id);
  expect([await keysOf('two'), await records.isActiveKey(id)]).toEqual([[undefined], false]);
});

test('what was born from a grant is removed by model', async () => {
  await grantToken('one');
  await records.save('RefreshToken', 'x', { grantId: 'the grant' }, 100);
  await records.removeByGrant('AccessToken', 'the grant');
  expect(await keysOf('one')).toEqual([undefined]);
  expect(await records.find('RefreshToken', 'x')).toBeDefined();
});

test('there are so many clients, and those that are used stay', async () => {
  expect(await records.addClient('a', {}, 100, 2)).toBe(true);
  expect(await records.addClient('b', {}, 100, 2)).toBe(true);
  expect(await records.addClient('c', {}, 100, 2)).toBe(false);
  await records.extendClient('a', 1_000);
  await age(101);
  expect([await records.find('Client', 'a'), await records.find('Client', 'b')]).toEqual([
    expect.anything(),
    undefined,
  ]);
  expect(await records.addClient('c', {}, 100, 2)).toBe(true);
});

test('what has expired is removed, so much at a time', async () => {
  for (const id of ['a', 'b', 'c']) await records.save('Interaction', id, {}, 100);
  await age(101);
  await records.save('Interaction', 'new', {}, 100);
  expect([await records.removeExpired(2), await records.removeExpired(2)]).toEqual([2, 1]);
  expect(await rowsOf(holder.url, 'select 1 from oauth_record')).toHaveLength(1);
});

test('the first of several gives the secret that all share', async () => {
  const proposals = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
  const secrets = await Promise.all(proposals.map((proposal) => records.sharedSecret(proposal)));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(proposals).toContainEqual(secrets[0]);
});
