import type { ClientBase } from 'pg';
import { expireMissing, guardExpiry, noteMissing } from './expiry.js';
import { camelCase, differences, differs, mergeCounts } from '../run/merge.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

/** What every staging table of doctors begins with. The lists are folded words, joined. */
export const STAGED_COLUMNS = {
  registration_number: 'text',
  id: 'uuid',
  name: 'text',
  search_name: 'text',
  gender: 'text',
  practising_since: 'date',
  referral_required: 'boolean',
  booking_phone: 'text',
  booking_online: 'text',
  booking_referral_only: 'boolean',
  specialties: 'text',
  languages: 'text',
} as const;

/** No folded word contains a blank of this kind. */
export const LIST_SEPARATOR = '\t';

const COMMON = Object.keys(STAGED_COLUMNS).filter(
  (column) => !['registration_number', 'specialties', 'languages'].includes(column),
);
/** What follows from other columns is compared, but not shown as a difference. */
const DERIVED = ['id', 'search_name', 'primary_clinic_id'];

/** How one kind of source is merged. All of it is SQL of our own. */
export interface DoctorMerge {
  /** A staging table or subquery with the staged columns, `primary_clinic_id`, `additional_clinics` and `columns`. */
  readonly from: string;
  /** The columns in which a row may differ besides those that every source has. */
  readonly columns: readonly string[];
  /** The time of confirmation, in terms of `staged` and `held`, which is null for a new doctor. */
  readonly confirmedAt: string;
  readonly syncedAt: string;
}

/**
 * Makes the directory equal to the staged doctors. Rows that differ are listed first, with what differs, and then
 * written; of all others only the times are.
 * @param complete whether active doctors that are not staged expire
 */
export async function mergeStagedDoctors(
  context: SyncContext,
  read: number,
  complete: boolean,
  merge: DoctorMerge,
): Promise<Partial<SyncCounts>> {
  const { client, changes } = context;
  // A file that lost its content must not empty the directory.
  if (complete && read === 0) throw new Error('The register is called complete but holds no doctor.');
  await noteSuspects(client, merge);
  await noteTouched(client, merge);
  await noteMissing(context, complete);
  await guardExpiry(context);

  await changes.add('doctor', 'select registration_number as key, change, fields from touched_doctor');
  await writeTimes(client, merge);
  await writeTouched(client, merge);
  await replaceLists(client);
  const missing = await expireMissing(context);

  const { rows } = await client.query<Record<'created' | 'updated' | 'expired' | 'unexpired', number>>(
    `select count(*) filter (where change = 'created')::integer as created,
      count(*) filter (where change <> 'created')::integer as updated,
      count(*) filter (where change = 'expired')::integer as expired,
      count(*) filter (where change = 'unexpired')::integer as unexpired
    from touched_doctor`,
  );
  const { created, updated, expired, unexpired } = rows[0]!;
  if (created + updated > 0) {
    await client.query('analyze doctor, additional_location, doctor_specialty, doctor_language');
  }
  return { ...mergeCounts(read, created, updated), expired: expired + missing, unexpired };
}

/** What stands in for the lists of a row, made of those of a staged one. */
function listDigest(syncedAt: string): string {
  return `md5(concat_ws('|', staged.specialties, staged.languages, staged.additional_clinics,
    extract(epoch from ${syncedAt})))::uuid`;
}

/** Lists whose lists may differ: gathering the lists of all, to find nothing new, would take a third of a run. */
async function noteSuspects(client: ClientBase, { from }: DoctorMerge): Promise<void> {
  await client.query('drop table if exists suspect_doctor');
  await client.query(
    `create temp table suspect_doctor on commit drop as
    select registration_number from ${from} staged join doctor held using (registration_number)
    where held.list_digest is distinct from ${listDigest('held.synced_at')}`,
  );
  await client.query('analyze suspect_doctor');
}

/** Lists what is new or differs in more than the times of the run, with the values that it will have. */
async function noteTouched(client: ClientBase, { from, columns, confirmedAt, syncedAt }: DoctorMerge) {
  const compared = [...COMMON, ...columns];
  const shown = compared.filter((column) => !DERIVED.includes(column));
  const fields = differences([
    ...shown.map((c) => [camelCase(c), `held.${c}`, `staged.${c}`] as const),
    ['specialties', words('specialty', 'held'), words('specialty', 'staged')],
    ['languages', words('language', 'held'), words('language', 'staged')],
    ['clinics', HELD_CLINICS, STAGED_CLINICS],
  ]);
  const others = columns.filter((column) => column !== 'confirmed_at');
  await client.query('drop table if exists touched_doctor');
  // How many rows the lists of the held doctors have is guessed badly, and row by row this would never end.
  await client.query('set local enable_nestloop = off');
  await client.query(
    `create temp table touched_doctor on commit drop as
    select staged.registration_number,
      ${[...COMMON, ...others].map((column) => `staged.${column}`).join(', ')},
      ${confirmedAt} as confirmed_at, ${syncedAt} as synced_at, ${listDigest(syncedAt)} as list_digest,
      staged.specialties, staged.languages, staged.additional_clinics,
      ${SPECIALTIES_DIFFER} as specialties_differ,
      ${LANGUAGES_DIFFER} as languages_differ,
      ${LOCATIONS_DIFFER} as clinics_differ,
      case
        when held.registration_number is null then 'created'
        when held.expired_at is null and staged.expired_at is not null then 'expired'
        when held.expired_at is not null and staged.expired_at is null then 'unexpired'
        else 'updated'
      end as change,
      case when held.registration_number is not null then ${fields} end as fields
    from ${from} staged
    left join doctor held using (registration_number)
    left join suspect_doctor suspect using (registration_number)
    left join ${heldWords('specialty')} held_specialty using (registration_number)
    left join ${heldWords('language')} held_language using (registration_number)
    left join (
      select registration_number, array_agg(clinic_id order by position) as clinics
      from additional_location where registration_number in (select registration_number from suspect_doctor)
      group by registration_number
    ) held_location using (registration_number)
    where held.registration_number is null
      or ${differs('held', 'staged', compared)}
      or ${SPECIALTIES_DIFFER} or ${LANGUAGES_DIFFER} or ${LOCATIONS_DIFFER}`,
  );
  await client.query('set local enable_nestloop = on');
  await client.query('analyze touched_doctor (registration_number)');
}

/** The folded words of held doctors, joined as the staged ones are. */
function heldWords(table: string): string {
  return `(
    select registration_number, string_agg(folded_name, e'\\t' order by position) as words
    from doctor_${table} join ${table} on ${table}.id = ${table}_id
    where registration_number in (select registration_number from suspect_doctor)
    group by registration_number
  )`;
}

/** The words of one doctor as people write them; only asked for where they differ. */
function words(table: 'specialty' | 'language', row: 'held' | 'staged'): string {
  const list = table === 'specialty' ? 'specialties' : 'languages';
  const item = `unnest(string_to_array(${row === 'held' ? `held_${table}.words` : `staged.${list}`}, e'\\t'))
    with ordinality item (word, position)`;
  const name = `(select name from ${table} where folded_name = item.word)`;
  return `case when ${table === 'specialty' ? SPECIALTIES_DIFFER : LANGUAGES_DIFFER} then
    coalesce((select jsonb_agg(${name} order by item.position) from ${item}), '[]') end`;
}

// Of those who are not suspect the lists were not gathered: they are as staged. A new doctor has none yet.
const GATHERED = '(suspect.registration_number is not null or held.registration_number is null)';
const SPECIALTIES_DIFFER = `(${GATHERED} and coalesce(held_specialty.words, '') <> staged.specialties)`;
const LANGUAGES_DIFFER = `(${GATHERED} and coalesce(held_language.words, '') <> staged.languages)`;
const LOCATIONS_DIFFER = `(${GATHERED} and coalesce(held_location.clinics, '{}') <> staged.additional_clinics)`;
const HELD_LOCATIONS = `case when ${GATHERED}
  then coalesce(held_location.clinics, '{}') else staged.additional_clinics end`;

const CLINICS_DIFFER = `(held.primary_clinic_id <> staged.primary_clinic_id or ${LOCATIONS_DIFFER})`;
const HELD_CLINICS = clinicNames(`held.primary_clinic_id || ${HELD_LOCATIONS}`);
const STAGED_CLINICS = clinicNames('staged.primary_clinic_id || staged.additional_clinics');

function clinicNames(ids: string): string {
  return `case when ${CLINICS_DIFFER} then (
    select jsonb_agg((select name from clinic where clinic.id = item.id) order by item.position)
    from unnest(${ids}) with ordinality item (id, position)) end`;
}

/** Of doctors that do not differ, only when they were confirmed and read: no index holds these columns. */
async function writeTimes(client: ClientBase, { from, confirmedAt, syncedAt }: DoctorMerge): Promise<void> {
  await client.query(
    `update doctor held set confirmed_at = ${confirmedAt}, synced_at = ${syncedAt},
      list_digest = ${listDigest(syncedAt)}
    from ${from} staged
    where held.registration_number = staged.registration_number
      and not exists (select from touched_doctor where touched_doctor.registration_number = staged.registration_number)`,
  );
}

async function writeTouched(client: ClientBase, { columns }: DoctorMerge): Promise<void> {
  const written = [...new Set([...COMMON, ...columns, 'confirmed_at', 'synced_at', 'list_digest'])];
  await client.query(
    `update doctor held set ${written.map((column) => `${column} = touched.${column}`).join(', ')}
    from touched_doctor touched
    where held.registration_number = touched.registration_number and change <> 'created'`,
  );
  await client.query(
    `insert into doctor (registration_number, ${written.join(', ')})
    select registration_number, ${written.join(', ')} from touched_doctor where change = 'created'`,
  );
}

/** Rewrites the lists that differ; the others' rows stay untouched. */
async function replaceLists(client: ClientBase): Promise<void> {
  for (const [table, list] of [
    ['specialty', 'specialties'],
    ['language', 'languages'],
  ]) {
    await removeHeld(client, `doctor_${table}`, `${list}_differ`);
    await client.query(
      `insert into doctor_${table} (registration_number, ${table}_id, position)
      select registration_number, ${table}.id, item.position
      from touched_doctor, unnest(string_to_array(${list}, e'\\t')) with ordinality item (folded_name, position)
        join ${table} using (folded_name)
      where ${list}_differ`,
    );
  }
  await removeHeld(client, 'additional_location', 'clinics_differ');
  await client.query(
    `insert into additional_location (registration_number, clinic_id, position)
    select registration_number, item.clinic_id, item.position
    from touched_doctor, unnest(additional_clinics) with ordinality item (clinic_id, position)
    where clinics_differ`,
  );
}

function removeHeld(client: ClientBase, table: string, where: string) {
  return client.query(
    `delete from ${table} where registration_number in (
      select registration_number from touched_doctor where change <> 'created' and ${where})`,
  );
}
