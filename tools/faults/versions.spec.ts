import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, MIGRATIONS } from '@care-atlas/data/connection';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Answer } from '../test/stage/connection.js';
import { ClientLoad, type PlannedRequest, longest, countByStatus } from '../test/stage/client-load.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, time } from './report.js';

/**
 * A migration as the rules for one allow it while the version before it runs: it only adds. Where it adds to a table,
 * what is there already has a value.
 */
const NEXT_MIGRATION = `
  alter table doctor add column next_note text not null default 'none';
  alter table clinic add column next_rank integer;
  alter table api_key add column next_scope text not null default 'all';
  alter table dataset_version add column next_origin text;
  create table next_thing (id uuid primary key, clinic_id uuid references clinic(id));
  create index next_doctor_name on doctor (name, next_note);
  insert into schema_migration (timestamp, name) values (9999999999999, 'Next9999999999999');
`;
const CLIENTS = 8;
/** Between the requests of a client. */
const PAUSE_MS = 20;
/** One answer to each request of each client. */
const ANSWERS = 80;

/** A migration to come, which adds a column to the keys. */
class Scope9999999999998 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_key add column scope text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column scope');
  }
}

let stage: Stage;
let before: Service;
let after: Service;
let planned: readonly PlannedRequest[];
beforeAll(async () => {
  stage = await Stage.start();
  before = await stage.service('api', { ...UNLIMITED, BASE_URL: 'http://atlas.example' });
  planned = await reads(stage);
});
afterAll(() => stage.stop());

/** Starts clients of the previous version. */
function underLoad(): ClientLoad {
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(before));
  return new ClientLoad(connections, planned, undefined, PAUSE_MS);
}

it('24: a migration of the key table behind a long transaction fails no request, and succeeds after it', async () => {
  const load = underLoad();
  MIGRATIONS[Scope9999999999998.name] = Scope9999999999998;
  const reader = new Client({ connectionString: stage.postgres.directUrl });
  await reader.connect();
  await reader.query('begin; select from api_key');
  await load.waitFor(ANSWERS);
  const from = load.records.length;
  const lines: string[] = [];
  const migrating = migrate(stage.postgres.directUrl, { onRetry: (line) => lines.push(line), pause: 1_000 });
  while (lines.length < 3) await sleep(50);
  await reader.end();
  await migrating;
  delete MIGRATIONS[Scope9999999999998.name];
  await load.waitFor(ANSWERS);
  const records = (await load.stop()).slice(from);
  report(
    `24: a migration of the key table behind a long transaction, under ${CLIENTS} clients: ${lines.length} retries, ` +
      `${answers(records)}, longest ${time(longest(records))}.`,
  );
  // The service itself answers 503 to a request whose statement waits for longer than 2.5 s.
  expect(countByStatus(records)).toEqual({ 200: records.length });
});

it('14: the previous version serves during an additive migration without errors', async () => {
  const load = underLoad();
  await load.waitFor(ANSWERS);
  await stage.database.pool.query(NEXT_MIGRATION);
  await load.waitFor(ANSWERS);
  after = await stage.service('api', { ...UNLIMITED, BASE_URL: 'http://atlas.example' });
  // A service accepts a database that a newer release has migrated.
  expect(after.log).not.toContain('Waiting');
  await load.waitFor(ANSWERS);
  const records = await load.stop();
  report(
    `14: a database migrated under ${CLIENTS} clients, and a second instance started: ${answers(records)}, ` +
      `longest ${time(longest(records))}.`,
  );
  expect(countByStatus(records)).toEqual({ 200: records.length });
});

function comparable({ status, body, headers: { etag } }: Answer): object {
  return { status, body, etag };
}

it('14: both versions give the same answers over the migrated database', async () => {
  const [one, other] = [before, after].map((service) => stage.connect(service));
  for (const each of planned) {
    const answer = await one!.ask(each.path, each);
    expect(comparable(await other!.ask(each.path, each))).toEqual(comparable(answer));
    expect(answer.status).toBe(200);
  }
});

it('14: each version accepts at once a key that the other one rotated', async () => {
  let key = await stage.mintKey();
  for (const [rotating, asked] of [
    [before, after],
    [after, before],
  ]) {
    const answer = await stage.connect(rotating!).ask('/api/v1/keys/rotate', { method: 'POST', key });
    const replaced = stage.secret((JSON.parse(answer.body) as { key: string }).key);
    const connection = stage.connect(asked!);
    expect((await connection.ask('/api/v1/doctors', { key })).status).toBe(401);
    expect((await connection.askAgain('/api/v1/doctors', { key: replaced })).status).toBe(200);
    key = replaced;
  }
});

it('14: the previous version migrates nothing in a newer database', async () => {
  await migrate(stage.postgres.directUrl);
  const { rows } = await stage.database.pool.query<{ name: string }>(
    'select name from schema_migration order by timestamp desc limit 1',
  );
  expect(rows).toEqual([{ name: 'Next9999999999999' }]);
});

it('no key occurs in the database, the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});
