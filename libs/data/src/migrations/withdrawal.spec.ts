import { PATIENT } from '@care-atlas/local-postgres/test-database';
import type { QueryRunner } from 'typeorm';
import {
  aClinic,
  aDoctor,
  createTestDatabase,
  LATER,
  NOW,
  rowsOf,
  sync,
  type TestDatabase,
  uuid,
} from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { runSync } from '../sync/sync-run.js';
import { Withdrawal1795460200000 } from './1795460200000-withdrawal.js';

const HIDE = { kind: 'hide', given: {}, fields: {}, why: 'test', until: null, by: 'test' } as const;
const MIGRATION = new Withdrawal1795460200000();

let created: TestDatabase;
let database: Database;
let runner: QueryRunner;

beforeEach(async () => {
  created = await createTestDatabase();
  database = await openDatabase(created.url, PATIENT);
  runner = database.createQueryRunner();
});
afterEach(async () => {
  await runner?.release();
  await database?.close();
  await created?.drop();
});

async function hideBoth(): Promise<void> {
  await sync(created.url, async (writer) => {
    await writer.clinics([
      aClinic(),
      aClinic({ id: uuid(2), name: 'Elm', address: '2 Elm Street, Toronto, ON M4C 1B5' }),
    ]);
    await writer.doctors([aDoctor(), aDoctor({ registrationNumber: '900002' })]);
  });
  await sync(created.url, (writer) => writer.correct({ ...HIDE, record: 'doctor', key: '900002' }), LATER);
  await sync(created.url, (writer) => writer.correct({ ...HIDE, record: 'clinic', key: uuid(2) }), LATER);
}

const HIDDEN = 'select record, key from corrected_record where hidden order by record desc';
const OPS = `select type, key, op from directory_change where key in ('900002', '${uuid(2)}') order by seq`;

it('goes back to what earlier releases know, and marks hidden clinics when it is applied again', async () => {
  await hideBoth();
  const hidden = await rowsOf(created.url, HIDDEN);
  expect(hidden).toEqual([
    { record: 'doctor', key: '900002' },
    { record: 'clinic', key: uuid(2) },
  ]);
  await MIGRATION.down(runner);
  expect(await rowsOf(created.url, HIDDEN)).toEqual([{ record: 'doctor', key: '900002' }]);
  expect(await rowsOf(created.url, OPS)).toEqual([
    { type: 'doctor', key: '900002', op: 'expired' },
    { type: 'clinic', key: uuid(2), op: 'closed' },
  ]);
  await MIGRATION.up(runner);
  expect(await rowsOf(created.url, HIDDEN)).toEqual(hidden);
});

it('finds the version with which real data replaced a sample', async () => {
  const run = (source: string, origin: 'sample' | 'clinic') =>
    runSync(created.url, { source }, NOW, (writer) => writer.clinics([aClinic({ origin })]), {
      replaceSample: true,
    });
  const realFrom = async () => rowsOf(created.url, 'select real_from from change_feed');
  await run('sample', 'sample');
  expect(await realFrom()).toEqual([{ real_from: '0' }]);
  await run('clinics', 'clinic');
  await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Ash' })]), LATER);
  const found = await realFrom();
  expect(found).not.toEqual([{ real_from: '0' }]);
  await MIGRATION.down(runner);
  await MIGRATION.up(runner);
  expect(await realFrom()).toEqual(found);
});
