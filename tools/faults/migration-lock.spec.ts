import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, MIGRATIONS } from '@care-atlas/data/connection';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ClientLoad, countByStatus, longest } from '../test/stage/client-load.js';
import { Stage } from '../test/stage/stage.js';
import { answers, report, time } from './report.js';
import { reads, UNLIMITED } from './requests.js';

const CLIENTS = 20;

/** A migration to come, which adds a column to the keys. */
class Scope9999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_key add column scope text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column scope');
  }
}

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(async () => {
  delete MIGRATIONS[Scope9999999999999.name];
  await stage.stop();
});

it('24: a migration of the key table behind a long transaction fails no request, and succeeds after it', async () => {
  const api = await stage.service('api', UNLIMITED);
  const load = new ClientLoad(
    Array.from({ length: CLIENTS }, () => stage.connect(api)),
    await reads(stage),
  );
  MIGRATIONS[Scope9999999999999.name] = Scope9999999999999;
  const reader = new Client({ connectionString: stage.postgres.directUrl });
  await reader.connect();
  await reader.query('begin; select from api_key');
  await load.waitFor(200);
  const from = load.records.length;
  const lines: string[] = [];
  const migrating = migrate(stage.postgres.directUrl, { onRetry: (line) => lines.push(line), pause: 1_000 });
  while (lines.length < 3) await sleep(50);
  await reader.end();
  await migrating;
  await load.waitFor(200);
  const records = (await load.stop()).slice(from);
  report(
    `24: a migration of the key table behind a long transaction, under ${CLIENTS} clients: ${lines.length} retries, ` +
      `${answers(records)}, longest ${time(longest(records))}.`,
  );
  // The service itself answers 503 to a request whose statement waits for longer than 1.5 s.
  expect(countByStatus(records)).toEqual({ 200: records.length });
});

it('no key is left in the logs or the refusals', async () => {
  expect(await stage.leaks()).toEqual([]);
});
