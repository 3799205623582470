import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCommand } from '../test/run-command.js';
import { ClientLoad, countByStatus } from '../test/stage/client-load.js';
import { RunningService } from '../test/stage/programs/running-service.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report } from './report.js';

const CLIENTS = 8;
/** Between the requests of a client. */
const PAUSE_MS = 50;
const REGISTER_COLUMNS =
  'registration_number,name,gender,status,class,independent_since,specialties,languages,location_1_address,location_1_postal_code';
const REGISTER = Array.from(
  { length: 20_000 },
  (_, i) =>
    `${950_001 + i},Éloïse Tremblay,Woman,Active,Independent Practice,2009-07-01,Cardiology,French,"${1 + (i % 900)} Example Street, Toronto, ON",M5V 3A8`,
);
/** The advisory lock of migrations. */
const MIGRATION_LOCK = '7305011901';

let stage: Stage;
let api: Service;
let mcp: Service;
let dashboard: RunningService;
beforeAll(async () => {
  stage = await Stage.start();
  [api, mcp] = [await stage.service('api', UNLIMITED), await stage.service('mcp', UNLIMITED)];
  dashboard = await RunningService.start('dashboard', { DATABASE_URL: stage.postgres.url });
});
afterAll(async () => {
  await dashboard?.stop();
  await stage.stop();
});

/** Returns the exit codes of the services, which nothing restarts. */
function endings(): readonly unknown[] {
  return [api.ending, mcp.ending, dashboard.child.exitCode ?? undefined];
}

/** Holds locks in a transaction while the work runs. */
async function holding(lock: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: stage.postgres.directUrl });
  await client.connect();
  try {
    await client.query(`begin; ${lock}`);
    await work();
  } finally {
    await client.end();
  }
}

/**
 * Ends sessions of a program, as soon as there is one.
 * @param where which of its sessions; by default those that wait for a lock
 */
async function endSessions(application: string, where = "wait_event_type = 'Lock'"): Promise<void> {
  await until(`${application} had a session where ${where}`, async () => {
    const { rowCount } = await stage.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and pid <> pg_backend_pid() and ${where}`,
      [application],
    );
    return rowCount! > 0;
  });
}

const command = (program: 'console' | 'sync', ...words: readonly string[]) =>
  runCommand(program, words, { DATABASE_URL: stage.postgres.url });

/** A failure that is explained in sentences, without the stack of an unhandled error. */
const EXPLAINED = { code: 1, explained: true, stack: false };

function howItEnded({ code, errors }: Awaited<ReturnType<typeof command>>): typeof EXPLAINED {
  const stack = /^ +at /m.test(errors);
  return { code, explained: errors.includes('The database does not answer'), stack };
}

describe('21: a session of the database dies', () => {
  it('in a prepared statement of the pool: 503, then 200', async () => {
    const key = await stage.mintKey();
    const connection = stage.connect(api);
    await holding('lock table api_key in access exclusive mode', async () => {
      const answer = connection.ask('/api/v1/doctors', { key });
      await endSessions('care-atlas');
      expect((await answer).status).toBe(503);
    });
    expect((await connection.askAgain('/api/v1/doctors', { key })).status).toBe(200);
  });

  it('in a transaction: 503, and the transaction is undone', async () => {
    const key = await stage.mintKey();
    const connection = stage.connect(api);
    await holding('lock table api_key in exclusive mode', async () => {
      const answer = connection.ask('/api/v1/keys/rotate', { method: 'POST', key });
      await endSessions('care-atlas');
      expect((await answer).status).toBe(503);
    });
    expect((await connection.askAgain('/api/v1/doctors', { key })).status).toBe(200);
  });

  it('in the connector: 503, then 200', async () => {
    const key = await stage.mintKey();
    const connection = stage.connect(mcp);
    const { path, options } = mcp.keyed;
    await holding('lock table api_key in access exclusive mode', async () => {
      const answer = connection.ask(path, { ...options, key });
      await endSessions('care-atlas');
      expect((await answer).status).toBe(503);
    });
    expect((await connection.askAgain(path, { ...options, key })).status).toBe(200);
  });

  it('while the use of keys is written: it is written later', async () => {
    const key = await stage.mintKey();
    await holding('lock table key_usage in access exclusive mode', async () => {
      expect((await stage.connect(api).askAgain('/api/v1/doctors', { key })).status).toBe(200);
      await endSessions('care-atlas');
    });
    await until('the use was written', async () => {
      const { rowCount } = await stage.database.pool.query(
        `select from key_usage join api_key on key_id = id where hash = sha256(convert_to($1, 'UTF8'))`,
        [key],
      );
      return rowCount! > 0;
    });
  });

  it('in a poll of the dashboard, and idle in every pool: all services are ready again', async () => {
    await endSessions('care-atlas', 'true');
    await dashboard.ready();
    await until('the API was ready', async () => (await stage.connect(api).ask('/api/v1/')).status === 200);
    expect(endings()).toEqual([undefined, undefined, undefined]);
  });

  it('that listens for new datasets, and in the thread that loads one: it is served later', async () => {
    await endSessions('care-atlas-watch', 'true');
    const { rows } = await stage.database.pool.query<{ tag: string }>(
      'insert into dataset_version default values returning tag',
    );
    await holding('lock table review in access exclusive mode', async () => {
      await endSessions('care-atlas-load');
      await endSessions('care-atlas-watch', 'true');
    });
    const version = rows[0]!.tag.slice(0, 8);
    await until('the dataset was served', () => [api, mcp].every(({ log }) => log.includes(version)));
    expect(endings()).toEqual([undefined, undefined, undefined]);
  });

  it('in an import, in COPY and in other statements: the import fails and says why', async () => {
    const file = join(stage.directory, 'register.csv');
    await writeFile(file, `${[REGISTER_COLUMNS, ...REGISTER].join('\n')}\n`);
    const copying = command('sync', 'register', file);
    await endSessions('care-atlas-sync', "query ilike 'copy %'");
    expect(howItEnded(await copying)).toEqual(EXPLAINED);
    await holding('lock table doctor in exclusive mode', async () => {
      const writing = command('sync', 'register', file);
      await endSessions('care-atlas-sync');
      expect(howItEnded(await writing)).toEqual(EXPLAINED);
    });
  });

  it('in a migration that waits for its turn: the command fails and says why', async () => {
    const { pool } = stage.database;
    // A database that has all migrations waits for none.
    const { rows } = await pool.query<{ timestamp: string; name: string }>(
      `delete from schema_migration where name like 'Baseline%' returning timestamp, name`,
    );
    await holding(`select pg_advisory_lock(${MIGRATION_LOCK})`, async () => {
      const migrating = command('console', 'database', 'migrate');
      await endSessions('care-atlas-migrate', 'true');
      expect(howItEnded(await migrating)).toEqual(EXPLAINED);
    });
    await pool.query(
      'insert into schema_migration (timestamp, name) values ($1, $2)',
      Object.values(rows[0]!),
    );
  });

  it("in an operator's command: it fails and says why", async () => {
    await holding('lock table api_key in access exclusive mode', async () => {
      const listing = command('console', 'keys', 'list');
      await endSessions('care-atlas-console');
      expect(howItEnded(await listing)).toEqual(EXPLAINED);
    });
  });

  it('and no service ended', () => {
    expect(endings()).toEqual([undefined, undefined, undefined]);
    report('21: the session of every entry to the database died at work: no service ended.');
  });
});

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
  expect((await connection.askAgain('/api/v1/doctors', { key })).status).toBe(200);
  const rotated = await connection.ask('/api/v1/keys/rotate', { method: 'POST', key });
  expect([rotated.status, rotated.headers['retry-after']]).toEqual([503, '1']);

  // A process that starts now serves as well.
  await mcp.start();
  const second = await stage.service('api', UNLIMITED);
  expect((await stage.connect(second).askAgain('/api/v1/doctors', { key })).status).toBe(200);
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
  const load = new ClientLoad(connections, await reads(stage), undefined, PAUSE_MS);
  await load.waitFor(20);
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rotating'`;
  await onServer(`alter role rotating password '${passwords[1]}'`, endSessions);
  await until('requests got 503', () => load.records.slice(-CLIENTS).every(({ status }) => status === 503));
  await onServer('alter role rotating nologin');
  await load.waitFor(20);
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
