import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { aClinic, empty, NOW, rowsOf, useTestDatabase, uuid } from '../../test/test-directory.js';
import { runSync, type SyncWriter } from '../sync/index.js';
import { FirstSaid1795460300001 } from './1795460300001-first-said.js';

const database = useTestDatabase();
beforeEach(() => empty(database.url));

const DAY_MS = 86_400_000;
const day = (n: number) => new Date(NOW.getTime() + n * DAY_MS);

function run(on: number, work: (writer: SyncWriter) => Promise<void>, source = 'clinics') {
  return runSync(database.url, { source }, day(on), work);
}

/** Imports the clinic, and leaves the time of its observation as the release before this migration does. */
async function listed(on: number, facts: Parameters<typeof aClinic>[0]): Promise<void> {
  await run(on, (writer) => writer.clinics([aClinic(facts)]));
  await rowsOf(
    database.url,
    `with moved as (
      update availability_observation set observed_at = $1
      where since is not null and id = (
        select id from availability_observation where source = 'clinics' order by observed_at desc limit 1)
      returning accepting
    )
    update clinic set accepting_observed_at = $1, accepting_source = 'clinics', accepting_method = '',
      accepting = moved.accepting from moved`,
    [day(on)],
  );
}

async function migrate(): Promise<void> {
  await rowsOf(database.url, 'update evidence set since = null');
  await rowsOf(database.url, 'update availability_observation set since = null');
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await new FirstSaid1795460300001().up(client as unknown as QueryRunner);
  } finally {
    await client.end();
  }
}

const days = (at: Date | null) => (at === null ? null : (at.getTime() - NOW.getTime()) / DAY_MS);

async function observations(): Promise<unknown> {
  const rows = await rowsOf<{ accepting: boolean; observed_at: Date; since: Date | null }>(
    database.url,
    'select accepting, observed_at, since from availability_observation order by observed_at',
  );
  return rows.map((row) => [row.accepting, days(row.observed_at), days(row.since)]);
}

async function statements(): Promise<unknown> {
  const rows = await rowsOf<{ field: string; since: Date | null }>(
    database.url,
    'select field, since from evidence',
  );
  return Object.fromEntries(rows.map(({ field, since }) => [field, days(since)]));
}

const PHONE = '+1-416-555-0142';
const dated = { accepting: true, acceptingObserved: { observedAt: day(-3), method: '' } };

it('values are said since the last run of their source that changed them', async () => {
  await listed(1, { accepting: true });
  await listed(30, { accepting: true, phone: PHONE });
  await listed(60, { accepting: false, phone: PHONE });
  await listed(90, { accepting: false, phone: PHONE });
  const service = { clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 12, accepting: true };
  await run(91, (writer) => writer.services([service]), 'specialists');
  await run(92, (writer) => writer.services([{ ...service, waitWeeks: 9 }]), 'specialists');
  await run(93, (writer) => writer.services([{ ...service, waitWeeks: 9 }]), 'specialists');
  await migrate();
  expect(await statements()).toEqual({
    hours: 1,
    wheelchair: 1,
    phone: 30,
    serviceAccepting: 91,
    serviceWait: 92,
  });
  expect(await observations()).toEqual([
    [true, 1, 1],
    [false, 60, 60],
  ]);
  const [clinic] = await rowsOf<{ at: Date }>(database.url, 'select accepting_observed_at as at from clinic');
  expect(days(clinic!.at)).toBe(60);
});

it('observations with a date keep it, also one that undated repetitions moved', async () => {
  await listed(1, dated);
  await run(2, (writer) =>
    writer.availability([
      { subject: { clinicId: uuid(1) }, accepting: false, method: 'phone', observedAt: day(-9) },
    ]),
  );
  await rowsOf(database.url, `update availability_observation set observed_at = $1 where method = ''`, [
    day(2),
  ]);
  await rowsOf(database.url, 'update clinic set accepting_observed_at = $1', [day(2)]);
  await migrate();
  expect(await observations()).toEqual([
    [false, -9, null],
    [true, -3, null],
  ]);
});

it('where the changes were pruned, the stored time stays, and is marked if it is that of an extract', async () => {
  await listed(1, { accepting: true });
  await listed(30, { accepting: true });
  await run(31, (writer) =>
    writer.availability([
      { subject: { clinicId: uuid(1) }, accepting: false, method: 'phone', observedAt: day(-9) },
    ]),
  );
  await rowsOf(database.url, 'truncate sync_change');
  await migrate();
  expect(await statements()).toMatchObject({ phone: 30 });
  expect(await observations()).toEqual([
    [false, -9, null],
    [true, 30, 30],
  ]);
});

it('two observations that were created as one keep their order, and the upgrade goes on', async () => {
  await listed(1, { accepting: true });
  await listed(30, { accepting: true });
  await run(60, (writer) => writer.clinics([aClinic({ accepting: false })]));
  await listed(60, { accepting: false });
  // The run that created the second one was pruned.
  await rowsOf(
    database.url,
    `delete from sync_change where record = 'observation' and run_id = (
      select id from sync_run where source = 'clinics' and started_at = $1 limit 1)`,
    [day(60)],
  );
  await migrate();
  expect(await observations()).toEqual([
    [true, 1, 1],
    [false, 60, 60],
  ]);
  const [clinic] = await rowsOf<{ at: Date }>(database.url, 'select accepting_observed_at as at from clinic');
  expect(days(clinic!.at)).toBe(60);
});

it('the next import goes on from what the migration found', async () => {
  await listed(1, { accepting: true });
  await listed(30, { accepting: true });
  await migrate();
  await run(60, (writer) => writer.clinics([aClinic({ accepting: true })]));
  expect(await statements()).toMatchObject({ phone: 1, hours: 1 });
  expect(await observations()).toEqual([[true, 1, 1]]);
});

describe('after an import by the release before', () => {
  /** What that release writes: it does not know the columns. */
  const earlier = async (on: number, phone: string) => {
    await rowsOf(
      database.url,
      `update evidence set value = to_jsonb($1::text), observed_at = null where field = 'phone'`,
      [phone],
    );
    await rowsOf(
      database.url,
      'update clinic set phone = $1, synced_at = $2, extracted_at = $2, accepting_observed_at = $2',
      [phone, day(on)],
    );
    await rowsOf(database.url, 'update availability_observation set observed_at = $1', [day(on)]);
  };

  it('what it did not change is as old as before', async () => {
    const facts = { accepting: true, phone: PHONE };
    await run(1, (writer) => writer.clinics([aClinic(facts)]));
    await earlier(30, PHONE);
    await run(60, (writer) => writer.clinics([aClinic(facts)]));
    expect(await statements()).toMatchObject({ phone: 1 });
    expect(await observations()).toEqual([[true, 1, 1]]);
  });

  it('what it changed is not taken for older', async () => {
    await run(1, (writer) => writer.clinics([aClinic({ phone: PHONE })]));
    await earlier(30, '+1-416-555-0177');
    expect(await statements()).toMatchObject({ phone: null });
    await run(60, (writer) => writer.clinics([aClinic({ phone: '+1-416-555-0177' })]));
    expect(await statements()).toMatchObject({ phone: 30 });
  });
});
