import type { ClientBase } from 'pg';
import { withSession } from '../../connection/native-connection.js';
import type { SyncContext } from '../run/sync-context.js';
import { batches, CORRECTED, isTooMuch } from './affected-keys.js';
import { Comparison } from './comparison.js';
import type { JudgedDays } from './moved-by-clock.js';

/** What a run finds before it writes anything. */
export interface FeedStart {
  /** Whether the directory had no record. */
  readonly wasEmpty: boolean;
}

/** Keeps, for the end of the run, which records corrections hide, which clinics answer for others, and how sources observe. */
export async function beginFeed({ client }: SyncContext): Promise<FeedStart> {
  await client.query(
    `create temp table feed_correction on commit drop as select record, key, hidden, survivor from corrected_record;
    create temp table feed_source on commit drop as select name, method, confirms from source`,
  );
  const { rows } = await client.query<FeedStart>(
    `select not exists (select from doctor) and not exists (select from clinic) as "wasEmpty"`,
  );
  return rows[0]!;
}

/**
 * Lists what a run changed in the records that lists return, in the table feed_change: also what follows from it, such
 * as the languages of a clinic after a doctor moved. It reads the records that the run may have changed as they were
 * before, over a session that does not see the run, and as they are now. What only confirms a record is no change.
 * @returns the number of changes; null when they are so many that the feed is to begin again
 */
export async function collectChanges(
  context: SyncContext,
  databaseUrl: string,
  days: JudgedDays,
): Promise<number | null> {
  const { client } = context;
  await client.query(
    `create temp table feed_change (
      position integer generated always as identity, type text, key text, op text, fields text[], survivor uuid,
      image_before json, image_after json
    ) on commit drop`,
  );
  await addRestated(client);
  // Most runs of many changes are recognized by their doctors alone, without those of clinics that follow from them.
  if (await isTooMuch(client, await countChangedDoctors(context))) return null;
  if (await isTooMuch(client, await listAffected(context))) return null;
  return withSession(databaseUrl, 'care-atlas-sync', async (past) => {
    await past.query('begin isolation level repeatable read read only; set local jit = off');
    await addFormerClinics(client, past);
    return new Comparison(client, past, days).run();
  });
}

/** Numbers the changes of a run, whose version is not known yet. @returns the number of the last one */
export async function numberChanges(client: ClientBase, changes: number): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'update change_feed set last = last + $1 returning last',
    [changes],
  );
  return Number(rows[0]!.last);
}

/** Stores the numbered changes with the number of their version, and erases what the feed kept of records that are hidden now. */
export async function storeChanges(
  client: ClientBase,
  version: string,
  last: number,
  { before }: JudgedDays,
): Promise<void> {
  await client.query(
    `insert into directory_change (seq, version, type, key, op, fields, survivor, image_before, image_after, before_on)
    select $1::bigint - count(*) over () + row_number() over (order by position), $2::bigint, type, key, op, fields, survivor,
      image_before, image_after, $3
    from feed_change`,
    [last, version, before.date],
  );
  await client.query(
    `with hidden as (
      select record, key from corrected_record where hidden
      except select record, key from feed_correction where hidden
    )
    update directory_change change set
      image_before = case when ${isOf('image_before')} then '"erased"' else image_before end,
      image_after = case when ${isOf('image_after')} then '"erased"' else image_after end
    from hidden where ${isOf('image_before')} or ${isOf('image_after')}`,
  );
}

/** Erases what the feed kept of all records: a source was forgotten, and nobody can tell its values in images from others. */
export async function eraseImages(client: ClientBase): Promise<void> {
  await client.query(
    'update directory_change set image_before = null, image_after = null, before_on = null where before_on is not null',
  );
}

/** Returns SQL for whether an image is that of a hidden record, or shows a hidden clinic. */
function isOf(image: string): string {
  return `${image} is not null and case hidden.record when 'doctor' then type = 'doctor' and change.key = hidden.key
    else left(change.key, 36) = hidden.key or coalesce(${image} #>> '{clinic,id}' = hidden.key, false) end`;
}

/** Keeps the day of a version, from which the next one says what the clock moved. */
export async function endFeed(client: ClientBase, { after }: JudgedDays): Promise<void> {
  await client.query('update change_feed set judged_on = $1', [after.date]);
}

/** Fields of a doctor, in the recorded changes, that no clinic shows. */
const NOT_IN_CLINICS = [
  'name',
  'gender',
  'practisingSince',
  'practiceStart',
  'registrationClass',
  'registrationRestrictions',
  'referralRequired',
  'bookingPhone',
  'bookingOnline',
  'bookingReferralOnly',
  'confirmedAt',
];

/**
 * Lists what the run may have changed: doctors in the table feed_doctor, clinics in feed_clinic, also those of doctors
 * that changed in what clinics show, and in feed_service the clinics whose services changed.
 * @returns their number
 */
async function listAffected({ client, run }: SyncContext): Promise<number> {
  await client.query(
    'create temp table feed_doctor (key text primary key, in_clinics boolean) on commit drop',
  );
  await client.query('create temp table feed_clinic (key uuid primary key) on commit drop');
  await client.query(
    `insert into feed_doctor
    select key, bool_or(in_clinics) from (
      select key, change <> 'updated' or fields - $2::text[] <> '{}' as in_clinics
      from sync_change where run_id = $1 and record = 'doctor'
      union all select key, true from ${CORRECTED} where record = 'doctor'
    ) changed group by key`,
    [run.id, NOT_IN_CLINICS],
  );
  await client.query('analyze feed_doctor');
  await client.query(
    `insert into feed_clinic
    select key::uuid from sync_change where run_id = $1 and record = 'clinic'
    union select key::uuid from ${CORRECTED} where record = 'clinic'
    union select survivor from ${CORRECTED} where survivor is not null
    union select id from moved_acceptance
    union select primary_clinic_id from doctor join feed_doctor on key = registration_number where in_clinics
    union select clinic_id from additional_location join feed_doctor on key = registration_number where in_clinics`,
    [run.id],
  );
  await client.query(
    `create temp table feed_service on commit drop as
    select split_part(key, ' ', 1)::uuid as key from sync_change where run_id = $1 and record = 'service'
    union select (fields -> 'clinicId' ->> 1)::uuid from sync_change
      where run_id = $1 and record = 'service' and fields ? 'clinicId'
    union select id from moved_service
    union select key::uuid from ${CORRECTED} where record = 'clinic'
    union select survivor from ${CORRECTED} where survivor is not null`,
    [run.id],
  );
  // Services of a merged clinic are those of its survivor.
  await client.query(
    `insert into feed_service select survivor from corrected_record
    where record = 'clinic' and survivor is not null and key::uuid in (select key from feed_service)`,
  );
  const { rows } = await client.query<{ count: number }>(
    `select ((select count(*) from feed_doctor) + (select count(*) from feed_clinic)
      + (select count(*) from feed_service))::integer as count`,
  );
  return rows[0]!.count;
}

/** Adds the clinics and services with acceptance from a source that observes in another way since this run. */
async function addRestated(client: ClientBase): Promise<void> {
  const restated = `(
    select name from (select name, method, confirms from source except select * from feed_source) stated)`;
  await client.query(
    `insert into moved_acceptance select id from clinic where accepting_source in ${restated} on conflict do nothing;
    insert into moved_service select distinct left(key, 36)::uuid from evidence
    where record = 'service' and source in ${restated} on conflict do nothing`,
  );
}

async function countChangedDoctors({ client, run }: SyncContext): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct key)::integer as count from sync_change where run_id = $1 and record = 'doctor'`,
    [run.id],
  );
  return rows[0]!.count;
}

const PLACES = `
  select registration_number as number, primary_clinic_id as id from doctor where registration_number = any ($1::text[])
  union select registration_number, clinic_id from additional_location where registration_number = any ($1::text[])`;

/**
 * Adds the clinics where changed doctors practiced before, those that a doctor left or joined, and the clinics that
 * answer for any of them. Recorded changes name clinics, so that they miss a move between two of the same name.
 */
async function addFormerClinics(client: ClientBase, past: ClientBase): Promise<void> {
  for await (const keys of batches(client, 'feed_doctor')) {
    const { rows } = await past.query<{ number: string; id: string }>(PLACES, [keys]);
    await client.query(
      `with former as (select * from unnest($2::text[], $3::uuid[]) place (number, id)), present as (${PLACES})
      insert into feed_clinic
      select id from former join feed_doctor on key = number where in_clinics
      union select id from (table former except table present) place
      union select id from (table present except table former) place
      on conflict do nothing`,
      [keys, rows.map(({ number }) => number), rows.map(({ id }) => id)],
    );
  }
  await client.query(
    `insert into feed_clinic select survivor from corrected_record
    where record = 'clinic' and survivor is not null and key::uuid in (select key from feed_clinic)
    on conflict do nothing`,
  );
}
