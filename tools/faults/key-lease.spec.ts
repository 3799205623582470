import { LEASE_MS } from '@care-atlas/data/keys';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import type { Connection } from '../test/stage/connection.js';
import { rememberKeys } from '../test/stage/remember-keys.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { report, time } from './report.js';
import { UNLIMITED } from './requests.js';

const PATH = '/api/v1/doctors?limit=1';

let stage: Stage;
/** Revokes keys. */
let api: Service;
/** Remembers keys, behind a proxy of its own to the database. */
let other: Service;
let proxy: FaultProxy;
let toApi: Connection;
let toOther: Connection;
/** When the other service lost its database. */
let lost: number;

beforeAll(async () => {
  stage = await Stage.start();
  proxy = await FaultProxy.start(new URL(stage.postgres.directUrl));
  const url = Object.assign(new URL(stage.postgres.directUrl), { port: String(proxy.port) }).href;
  api = await stage.service('api', UNLIMITED);
  other = await stage.service('api', { ...UNLIMITED, DATABASE_URL: url });
  await rememberKeys(stage, 2);
  [toApi, toOther] = [stage.connect(api), stage.connect(other)];
});
afterEach(async () => {
  other.thaw();
  await proxy.restore();
});
afterAll(async () => {
  await proxy?.disconnect();
  await stage?.stop();
});

async function status(connection: Connection, key: string): Promise<number> {
  return (await connection.ask(PATH, { key })).status;
}

const rotate = (key: string) => toApi.ask('/api/v1/keys/rotate', { method: 'POST', key });

/** A key that the other service answers for without its database. */
async function rememberedKey(): Promise<string> {
  const key = await stage.mintKey();
  const remembered = async () => {
    await proxy.restore();
    if ((await status(toOther, key)) !== 200) return false;
    await until('it held a lease', async () => (await acknowledgements()) === 2);
    // Two renewals later, it is in memory.
    const before = await renewals();
    await until('it renewed its lease', async () => (await renewals()) >= before + 4);
    proxy.stall();
    lost = performance.now();
    return (await status(toOther, key)) === 200;
  };
  await until('the key was remembered', remembered);
  return key;
}

/** Asks until a key is no longer accepted. Returns how long after the loss the last accepted request was sent. */
async function lastAccepted(key: string): Promise<number> {
  let last = 0;
  await until('it answered 503', async () => {
    const sent = performance.now();
    const now = await status(toOther, key);
    if (now === 200) last = sent - lost;
    return now === 503;
  });
  return last;
}

async function number(statement: string): Promise<number> {
  const { rows } = await stage.database.pool.query<{ value: number }>(statement);
  return rows[0]!.value;
}
const renewals = () => number('select sum(renewals)::int as value from key_instance');
const acknowledgements = () =>
  number('select count(*)::int as value from key_instance where acked_epoch is not null');
const withdrawals = () => number('select count(*)::int as value from key_withdrawal');

it('38: the database is lost to one service: it answers for a lease at most, then 503', async () => {
  const key = await rememberedKey();
  const last = await lastAccepted(key);
  expect(last).toBeLessThan(LEASE_MS);
  for (let i = 0; i < 3; i++) expect(await status(toOther, key)).toBe(503);
  report(
    `38: the database was lost to a service that remembered a key: 503 to requests after ${time(last)}.`,
  );
});

it('39: a rotation while a service is out of reach: it waits, and from its answer on nobody accepts the key', async () => {
  const key = await rememberedKey();
  const begun = performance.now();
  const after: number[] = [];
  const answer = await rotate(key);
  const took = performance.now() - begun;
  for (let i = 0; i < 5; i++) after.push(await status(toOther, key));
  await proxy.restore();
  await until('it asked again', async () => (await status(toOther, key)) === 401);
  stage.secret((JSON.parse(answer.body) as { key: string }).key);
  expect(answer.status).toBe(200);
  expect(after.filter((each) => each !== 503)).toEqual([]);
  expect(await status(toApi, key)).toBe(401);
  report(
    `39: a key was rotated while a service that remembered it was out of reach: answered after ${time(took)}.`,
  );
});

it.each([-600_000, 600_000])('39: the same with a clock that was set off by %i ms', async (offset) => {
  await other.stepClock(offset);
  const key = await rememberedKey();
  await other.stepClock(0);
  const answer = await rotate(key);
  expect(answer.status).toBe(200);
  stage.secret((JSON.parse(answer.body) as { key: string }).key);
  for (let i = 0; i < 5; i++) expect(await status(toOther, key)).not.toBe(200);
});

it('40: a service that is suspended for longer than its lease rejects the key with its first answer', async () => {
  const key = await rememberedKey();
  await proxy.restore();
  await until('it held a lease again', async () => (await status(toOther, key)) === 200);
  other.freeze();
  const asked = Array.from({ length: 4 }, () => stage.connect(other));
  const answer = await rotate(key);
  expect(answer.status).toBe(200);
  stage.secret((JSON.parse(answer.body) as { key: string }).key);
  // They are sent while it stands still, and are the first that it reads.
  const answers = asked.map((connection) => status(connection, key));
  other.thaw();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([401]));
});

it('41: the rotating service is killed between the commits: the key goes on working, everywhere', async () => {
  const key = await rememberedKey();
  const rotating = rotate(key).catch(() => undefined);
  await until('the key was withdrawn', async () => (await withdrawals()) === 1);
  await api.kill();
  expect(await rotating).toBeUndefined();
  await proxy.restore();
  await until('it asked again', async () => (await status(toOther, key)) === 200);
  await api.start();
  toApi = stage.connect(api);
  expect(await status(toApi, key)).toBe(200);
  const active = await number(
    `select count(*)::int as value from api_key where chain_id = (select chain_id from api_key
      join key_withdrawal on key_id = api_key.id) and revoked_at is null`,
  );
  expect(active).toBe(1);
  // It can be rotated again at once, though a killed service is on the list for a while.
  const answer = await rotate(key);
  expect(answer.status).toBe(200);
  const next = stage.secret((JSON.parse(answer.body) as { key: string }).key);
  expect([await status(toOther, key), await status(toOther, next)]).toEqual([401, 200]);
});

it('42: a release that does not withdraw keys revokes one: it is rejected within a lease', async () => {
  const key = await rememberedKey();
  await stage.database.pool.query('update api_key set revoked_at = now() where hash = sha256($1::bytea)', [
    key,
  ]);
  expect(await lastAccepted(key)).toBeLessThan(LEASE_MS);
  await proxy.restore();
  await until('it asked again', async () => (await status(toOther, key)) === 401);
});

it('no key is left in the logs or the refusals', async () => {
  expect(await stage.leaks()).toEqual([]);
});
