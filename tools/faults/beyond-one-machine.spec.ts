import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { WINDOW_MS } from '@care-atlas/server/configuration';
import { MemoryRateStore, SharedRateStore } from '@care-atlas/server/limits';
import { PROJECT } from '../src/project.js';
import { loadSample } from '../src/sample/load-sample.js';
import { MachinePostgres } from '../test/machine-postgres.js';
import { ClientLoad, longest, type RequestRecord } from '../test/stage/client-load.js';
import { Connection } from '../test/stage/connection.js';
import { Guard } from '../test/stage/guard.js';
import { PgBouncer } from '../test/stage/programs/pgbouncer.js';
import { RedisCluster, redisNode } from '../test/stage/programs/redis.js';
import { rememberKeys } from '../test/stage/remember-keys.js';
import { Service } from '../test/stage/programs/service.js';
import { askAtOnce, countedTogether, countsAlone, served } from '../test/stage/shared-limit.js';
import { until } from '../test/stage/until.js';
import { answers, report, time } from './report.js';
import { UNLIMITED } from './requests.js';

const LIMIT = 20;
const PATH = '/api/v1/doctors?limit=1';
/** Between the requests of a client: the machine of a test runs everything. */
const PAUSE_MS = 75;
/** No request takes longer, whatever dies. */
const LONGEST_MS = 10_000;

const directory = mkdtempSync(join(tmpdir(), 'care-atlas-beyond-'));
const guard = new Guard(directory);
const connections: Connection[] = [];
let primary: MachinePostgres;
let synchronous: MachinePostgres;
let asynchronous: MachinePostgres;
let pooler: PgBouncer;
let redis: RedisCluster;
let apis: readonly Service[];
/** The primary, for the test itself. */
let database: Database;
/** A key without limits, which the services remember. */
let reader: string;

const shipped = (file: string) => readFileSync(join(PROJECT, 'docker/scale', file), 'utf8');
const plan = async (name: string) => ({ name, port: await freePort(), directory, guard });
const all = <T, R>(items: readonly T[], work: (item: T, i: number) => R) => Promise.all(items.map(work));

beforeAll(async () => {
  const nodes = all([1, 2, 3, 4, 5, 6], async (n) => {
    const node = redisNode(await plan(`redis-${n}`));
    await node.start();
    return node;
  });
  primary = await MachinePostgres.start();
  await migrate(primary.url);
  await loadSample(primary.url, 40, new Date());
  synchronous = await primary.standby(shipped('standby.conf'));
  asynchronous = await primary.standby();
  primary.reload(shipped('primary.conf'));
  database = await openDatabase(primary.url);
  pooler = new PgBouncer(await plan('pgbouncer'), new URL(primary.url));
  await pooler.start();
  redis = await RedisCluster.create(await nodes);
  reader = await mintKey('admin');
  apis = await all([synchronous, synchronous, asynchronous], async (standby, i) => {
    const env = {
      ...UNLIMITED,
      RATE_LIMIT_ADMIN: UNLIMITED.RATE_LIMIT_LIVE,
      RATE_LIMIT_LIVE: String(LIMIT),
      DATABASE_URL: pooler.url,
      DATABASE_POOL_SIZE: '3',
      DIRECTORY_DATABASE_URL: standby.url,
      REDIS_URL: redis.url,
    };
    const api = new Service('api', env, await plan(`api-${i}`));
    await api.start();
    return api;
  });
  await rememberKeys({ database }, apis.length);
});
afterAll(async () => {
  for (const connection of connections) connection.close();
  await Promise.all([database?.close(), ...(apis ?? []).map((api) => api.stop()), pooler?.stop()]);
  await all(redis?.nodes ?? [], (node) => node.stop());
  for (const server of [asynchronous, synchronous, primary]) server?.stop();
  await guard.end();
});

async function mintKey(kind: KeyKind = 'live'): Promise<string> {
  const key = makeKey(kind, randomBytes);
  await new KeyRepository(database).create({ kind, label: 'beyond' }, key);
  return key;
}

function connect(api: Service): Connection {
  const connection = new Connection(`http://127.0.0.1:${api.port}`, () => undefined);
  connections.push(connection);
  return connection;
}

/** Returns the status of an answer; 0 without one. */
async function statusOf(api: Service, key: string, path = PATH, method?: 'POST'): Promise<number> {
  const asking = connect(api).ask(path, { key, ...(method && { method }) });
  return (await asking.catch(() => undefined))?.status ?? 0;
}
const rotate = (key: string) => statusOf(apis[0]!, key, '/api/v1/keys/rotate', 'POST');
const statuses = (key: string) => all(apis, (api) => statusOf(api, key));

async function allServe(key = reader): Promise<void> {
  await until('every process served', async () => (await statuses(key)).every((status) => status === 200));
}

/** Reads from every process while something happens. Returns the requests to each; none took too long. */
async function readsDuring(
  name: string,
  fault: () => Promise<void>,
): Promise<readonly (readonly RequestRecord[])[]> {
  const requests = [PATH, '/api/v1/clinics?limit=2', '/api/v1/doctors/search?q=an'];
  const planned = requests.map((path) => ({ path, key: reader }));
  const loads = apis.map((api) => new ClientLoad([connect(api)], planned, undefined, PAUSE_MS));
  await all(loads, (load) => load.waitFor(3));
  await fault();
  await all(loads, (load) => load.waitFor(3));
  const records = await all(loads, (load) => load.stop());
  const together = records.flat();
  const failed = together.filter(({ status }) => status !== 200);
  const gap = failed.length === 0 ? 0 : Math.max(...failed.map((each) => each.ended)) - failed[0]!.begun;
  report(`${name}: ${answers(together)}; not all were answered for ${time(gap)}.`);
  expect(longest(together)).toBeLessThan(LONGEST_MS);
  return records;
}

const distinct = (records: readonly RequestRecord[]) => [...new Set(records.map(({ status }) => status))];

/** Sends more requests than several limits with a new key, to some processes in turn, and counts those that are served. */
async function burst(to = apis): Promise<number> {
  const key = await mintKey();
  return served(await askAtOnce(to.map(connect), { path: PATH, key }, (apis.length + 2) * LIMIT));
}
const sharedLimit = (to = apis) =>
  countedTogether(
    to,
    () => burst(to),
    (count) => count === LIMIT,
  );

it('43: all share one limit, and a process that is killed takes nothing with it but its own requests', async () => {
  expect(await sharedLimit()).toBe(LIMIT);
  const [killed, ...others] = apis as [Service, ...Service[]];
  const [lost, ...kept] = await readsDuring('43: a process killed', async () => {
    await killed.kill();
    expect(await sharedLimit(others)).toBe(LIMIT);
    await killed.start();
    await allServe();
  });
  expect(kept.map(distinct)).toEqual([[200], [200]]);
  expect([0, 200]).toEqual(expect.arrayContaining(distinct(lost!)));
});

it('44: a replica of a Redis master is killed: nothing changes', async () => {
  const [replica] = redis.nodes.slice(3);
  const records = await readsDuring('44: a Redis replica killed', async () => {
    await replica!.kill();
    expect(await sharedLimit()).toBe(LIMIT);
    await replica!.start();
    await redis.settled();
  });
  expect(distinct(records.flat())).toEqual([200]);
});

it('45: a Redis master is killed: each process counts alone until its replica is promoted', async () => {
  const [master] = redis.nodes;
  const key = await mintKey();
  const begun = performance.now();
  /** Asks until it is refused by each process, one after the other. */
  const exhaust = async () => {
    let count = 0;
    for (const connection of apis.map(connect)) {
      while ((await connection.ask(PATH, { key })).status === 200) count++;
    }
    return count;
  };
  const counts = [await exhaust()];
  const records = await readsDuring('45: a Redis master killed', async () => {
    await master!.kill();
    await until('every process counted alone', () => apis.every(countsAlone));
    counts.push(await exhaust());
    await until('every process was back', () => !apis.some(countsAlone));
    counts.push(await exhaust());
    expect(await sharedLimit()).toBe(LIMIT);
    await master!.start();
    await redis.settled();
  });
  expect(distinct(records.flat())).toEqual([200]);
  // One limit before, one for each process meanwhile, and one more if the replica had not got the count.
  const windows = Math.ceil((performance.now() - begun) / WINDOW_MS);
  const total = counts.reduce((sum, count) => sum + count);
  expect(total).toBeLessThanOrEqual((1 + apis.length + 1) * LIMIT * windows);
  report(`45: of a limit of ${LIMIT}, one key got ${counts.join(' + ')} before, during and after.`);
});

it('50: a slot moves to another master: its counters go on, and the store is never away', async () => {
  const logged: string[] = [];
  const write = (fields: unknown, message = fields) => void logged.push(String(message));
  const log = { debug: write, info: write, warn: write, error: write };
  const store = await SharedRateStore.open(redis.url, new MemoryRateStore(() => performance.now()), log);
  const hits = async () => (await store.increment('live:mover', WINDOW_MS, LIMIT)).totalHits;
  const counts = [await hits()];
  const move = redis.move('rate:{:mover}live:mover');
  move.counters();
  counts.push(await hits());
  move.owner();
  counts.push(await hits(), await hits());
  await store.close();
  expect(logged).toEqual([]);
  expect(counts).toEqual([1, 2, 3, 4]);
});

it('46: PgBouncer is killed: remembered keys are served for a lease, then 503 until it is back', async () => {
  const records = await readsDuring('46: PgBouncer killed', async () => {
    await pooler.kill();
    await until('a lease ended', async () => (await statuses(reader)).includes(503));
    await pooler.start();
    await allServe();
  });
  expect([200, 503]).toEqual(expect.arrayContaining(distinct(records.flat())));
});

it('47: the asynchronous standby is killed: reads go on, and new datasets after it is back', async () => {
  const total = async () => {
    const asked = await all(apis, (api) => connect(api).ask('/api/v1/doctors?limit=0', { key: reader }));
    return asked.map(({ body }) => (JSON.parse(body) as { total: number }).total);
  };
  const before = (await total())[0]!;
  const records = await readsDuring('47: the asynchronous standby killed', async () => {
    asynchronous.crash();
    await loadSample(primary.url, 100, new Date());
    await until('the others had the new dataset', async () =>
      (await total()).slice(0, 2).every((n) => n > before),
    );
    asynchronous.start();
    await until('all had the new dataset', async () => (await total()).every((n) => n > before));
  });
  expect(distinct(records.flat())).toEqual([200]);
});

it('48: the synchronous standby is killed: reads go on, changes are refused until it is back', async () => {
  const key = await mintKey();
  await allServe(key);
  const records = await readsDuring('48: the synchronous standby killed', async () => {
    synchronous.crash();
    expect(await rotate(key)).toBe(503);
    expect(await statuses(key)).not.toContain(401);
    synchronous.start();
    await until('the key was rotated', async () => (await rotate(key)) === 200);
    expect(await statuses(key)).toEqual([401, 401, 401]);
  });
  expect([200, 503]).toEqual(expect.arrayContaining(distinct(records.flat())));
});

it('49: the primary is killed and fenced, and the synchronous standby promoted: no revoked key passes', async () => {
  const [before, after] = [await mintKey(), await mintKey()];
  await all([before, after], (key) => allServe(key));
  const seen: number[] = [];
  const records = await readsDuring('49: the primary killed, its synchronous standby promoted', async () => {
    expect(await rotate(before)).toBe(200);
    await database.close();
    // It never comes back: that is the fence.
    primary.stop();
    const asking = new AbortController();
    const asked = all(apis, async (api) => {
      while (!asking.signal.aborted) {
        seen.push(await statusOf(api, before));
        await sleep(PAUSE_MS);
      }
    });
    synchronous.promote();
    pooler.retarget(new URL(synchronous.url));
    database = await openDatabase(synchronous.url);
    await allServe();
    // Keys that services remember are served before the first connection for writing is made.
    let rotated = 503;
    await until('the promoted standby was written to', async () => (rotated = await rotate(after)) !== 503);
    expect(rotated).toBe(200);
    expect(await statuses(after)).toEqual([401, 401, 401]);
    asking.abort();
    await asked;
  });
  expect([401, 503]).toEqual(expect.arrayContaining([...new Set(seen)]));
  expect(seen).toContain(401);
  expect([200, 503]).toEqual(expect.arrayContaining(distinct(records.flat())));
  expect(await sharedLimit()).toBe(LIMIT);
});
