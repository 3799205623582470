import { randomBytes } from 'node:crypto';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { Client } from 'pg';
import { loadSample } from '../src/sample/load-sample.js';
import { until } from './stage/until.js';
import { MachinePostgres } from './machine-postgres.js';
import { RunningService } from './stage/programs/running-service.js';

const key = makeKey('live', randomBytes);
let primary: MachinePostgres;
let standby: MachinePostgres;
let api: RunningService;
/** How many doctors the newest dataset has. */
let doctors = 40;

beforeAll(async () => {
  primary = await MachinePostgres.start();
  await migrate(primary.url);
  await loadSample(primary.url, doctors, new Date());
  const database = await openDatabase(primary.url);
  await new KeyRepository(database).create({ kind: 'live', label: 'kept' }, key);
  await database.close();
  standby = await primary.standby();
  api = await RunningService.start('api', {
    DATABASE_URL: primary.url,
    DIRECTORY_DATABASE_URL: standby.url,
  });
});
afterAll(async () => {
  await api?.stop();
  standby?.stop();
  primary.stop();
});

it('reads the directory from a standby, and follows it', async () => {
  const ask = (path: string) =>
    fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const total = async () => ((await (await ask('/doctors?limit=0')).json()) as { total: number }).total;
  const first = await total();
  expect(first).toBeGreaterThan(0);
  await loadSample(primary.url, (doctors += 60), new Date());
  await until('the standby had the new dataset', async () => (await total()) > first);
  const { doctors: listed } = (await (await ask('/doctors?limit=3')).json()) as { doctors: unknown[] };
  expect(listed).toHaveLength(3);
});

it('a revoked key is rejected at once, before the standby has replayed the change', async () => {
  const headers = { authorization: '' };
  const status = async () => (await fetch(`${api.url}/api/v1/doctors`, { headers })).status;
  const [database, behind] = [await openDatabase(primary.url), new Client(standby.url)];
  await behind.connect();
  try {
    const keys = new KeyRepository(database);
    const revoked = makeKey('live', randomBytes);
    headers.authorization = `Bearer ${revoked}`;
    const { id } = await keys.create({ kind: 'live', label: 'abused' }, revoked);
    expect(await status()).toBe(200);
    await behind.query('select pg_wal_replay_pause()');
    await keys.revoke(id);
    expect(await status()).toBe(401);
  } finally {
    await behind.query('select pg_wal_replay_resume()');
    await Promise.all([database.close(), behind.end()]);
  }
});
