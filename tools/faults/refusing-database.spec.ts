import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { ClientLoad, countByStatus } from '../test/stage/client-load.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { answers, report } from './report.js';
import { reads, UNLIMITED } from './requests.js';

const CLIENTS = 8;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.stop());

/** Runs statements that work on a read-only server too. */
async function onServer(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: stage.postgres.directUrl });
  await client.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function usageOf(key: string): Promise<number> {
  const { rows } = await stage.database.pool.query<{ requests: number }>(
    `select coalesce(sum(requests), 0)::integer as requests from key_usage
     join api_key on key_id = id where hash = sha256(convert_to($1, 'UTF8'))`,
    [key],
  );
  return rows[0]!.requests;
}

it('22: a primary that refuses writes: keys are checked, processes start, changes get 503', async () => {
  const api = await stage.service('api', UNLIMITED);
  const mcp = await stage.service('mcp', UNLIMITED);
  await mcp.stop();
  const key = await stage.mintKey();
  await onServer('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  const connection = stage.connect(api);
  await until('the server refused writes', async () => {
    const { rows } = await stage.database.pool.query<{ value: string }>(
      `select current_setting('default_transaction_read_only') as value`,
    );
    return rows[0]!.value === 'on';
  });
  expect((await connection.ask('/api/v1/doctors', { key })).status).toBe(200);
  const rotated = await connection.ask('/api/v1/keys/rotate', { method: 'POST', key });
  expect([rotated.status, rotated.headers['retry-after']]).toEqual([503, '1']);

  // A process that starts now serves as well.
  await mcp.start();
  const second = await stage.service('api', UNLIMITED);
  expect((await stage.connect(second).ask('/api/v1/doctors', { key })).status).toBe(200);
  const { path, options } = mcp.keyed;
  await until(
    'the connector served',
    async () => (await stage.connect(mcp).ask(path, { ...options, key })).status === 200,
  );
  await until('the log said so', () => api.log.includes('The use of keys cannot be written now'));

  await onServer('alter system reset default_transaction_read_only', 'select pg_reload_conf()');
  await until('the use was written', async () => (await usageOf(key)) >= 3);
  expect((await connection.ask('/api/v1/keys/rotate', { method: 'POST', key })).status).toBe(200);
  report(
    '22: a primary refused writes: reads 200, a rotation 503, two processes started meanwhile and served.',
  );
});

it('23: a password of the database that is changed under load: 200 and 503, and the same process', async () => {
  const passwords = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  for (const password of passwords) stage.secret(password);
  await onServer(`create role rotating superuser login password '${passwords[0]}'`);
  const url = Object.assign(new URL(stage.postgres.url), { username: 'rotating', password: passwords[0] });
  const api = await stage.service('api', { ...UNLIMITED, DATABASE_URL: url.href });
  const { pid } = api;
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
  const load = new ClientLoad(connections, await reads(stage));
  await load.waitFor(100);
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rotating'`;
  await onServer(`alter role rotating password '${passwords[1]}'`, endSessions);
  await until('requests got 503', () => load.records.slice(-CLIENTS).every(({ status }) => status === 503));
  await onServer('alter role rotating nologin');
  await load.waitFor(100);
  await onServer(`alter role rotating login password '${passwords[0]}'`);
  await until('requests got 200', () => load.records.slice(-CLIENTS).every(({ status }) => status === 200));
  const records = await load.stop();
  report(`23: a password was changed under ${CLIENTS} clients, and changed back: ${answers(records)}.`);
  expect(Object.keys(countByStatus(records))).toEqual(['200', '503']);
  expect([api.pid, api.ending]).toEqual([pid, undefined]);
});

it('no key is left in the logs or the refusals', async () => {
  expect(await stage.leaks()).toEqual([]);
});
