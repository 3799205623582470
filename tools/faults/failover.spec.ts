import { randomBytes } from 'node:crypto';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { Client } from 'pg';
import { loadSample } from '../src/sample/load-sample.js';
import { RunningService } from '../test/stage/programs/running-service.js';
import { until } from '../test/stage/until.js';
import { MachinePostgres } from '../test/machine-postgres.js';
import { report, time } from './report.js';
import { UNLIMITED } from './requests.js';

/** How long a process uses a connection. */
const LIFETIME_MS = 30_000;
const SLACK_MS = 10_000;

const key = makeKey('live', randomBytes);
let primary: MachinePostgres;
let standby: MachinePostgres;
/** The name of the database, which a failover moves. */
let proxy: FaultProxy;
let api: RunningService;

beforeAll(async () => {
  primary = await MachinePostgres.start();
  await migrate(primary.url);
  await loadSample(primary.url, 40, new Date());
  const database = await openDatabase(primary.url);
  await new KeyRepository(database).create({ kind: 'live', label: 'abused' }, key);
  await database.close();
  standby = await primary.standby();
  proxy = await FaultProxy.start(new URL(primary.url));
  const url = Object.assign(new URL(primary.url), { port: String(proxy.port) }).href;
  api = await RunningService.start('api', { ...UNLIMITED, DATABASE_URL: url });
});
afterAll(async () => {
  await api?.stop();
  await proxy?.disconnect();
  standby?.stop();
  primary?.stop();
});

async function run(server: MachinePostgres, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'care-atlas%'`;

async function status(): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${api.url}/api/v1/doctors`, { headers })).status;
}

/** Asks until a status, and returns all statuses before it. */
async function statusesUntil(wanted: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  await until(`requests got ${wanted}`, async () => {
    const now = await status();
    if (now !== wanted) statuses.add(now);
    return now === wanted;
  });
  return statuses;
}

it('25: DATABASE_URL names a standby for a while: 503, then 200, by the same process', async () => {
  expect(await status()).toBe(200);
  proxy.retarget(new URL(standby.url));
  await run(primary, endSessions);
  await statusesUntil(503);
  for (let i = 0; i < 20; i++) expect(await status()).toBe(503);
  proxy.retarget(new URL(primary.url));
  await statusesUntil(200);
  expect(api.child.exitCode).toBeNull();
});

it('26: a failover by name while the old primary lives: a revoked key is refused, also when the name flaps', async () => {
  await run(standby, 'select pg_promote()');
  await run(standby, 'update api_key set revoked_at = now()');
  proxy.retarget(new URL(standby.url));
  const moved = performance.now();
  const before = await statusesUntil(401);
  const took = performance.now() - moved;
  expect([...before].filter((each) => ![200, 503].includes(each))).toEqual([]);
  expect(took).toBeLessThan(LIFETIME_MS + SLACK_MS);
  // No connection to the old primary is left.
  for (let i = 0; i < 50; i++) expect([401, 503]).toContain(await status());

  proxy.retarget(new URL(primary.url));
  await run(standby, endSessions);
  await statusesUntil(503);
  for (let i = 0; i < 20; i++) expect(await status()).toBe(503);
  proxy.retarget(new URL(standby.url));
  expect([...(await statusesUntil(401))].filter((each) => each !== 503)).toEqual([]);
  expect(api.child.exitCode).toBeNull();
  report(
    `26: the name of the database moved: the old primary was left after ${time(took)}, and refused when it came back.`,
  );
});
