import type { ClientBase } from 'pg';
import { keepPinned } from '../run/pinned-records.js';
import { requireChangeLimit } from '../run/change-limit.js';
import { addressUuids } from '../record-ids.js';
import {
  assignments,
  columnList,
  comparedColumns,
  createTempTable,
  differences,
  differs,
} from '../staging/column-sql.js';
import { propertiesOf } from '../staging/entity-table.js';
import { keepStored, type KeptRows } from '../staging/kept-fields.js';
import type { CopiedRows } from '../staging/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import { LOCATION_COLUMNS } from './location-keys.js';
import { STAGED_DOCTOR } from './doctor-difference.js';

const LOCATION = propertiesOf(LOCATION_COLUMNS);
/** The columns in which a clinic made from an address follows the register. */
const FOLLOWED = LOCATION.filter((property) => property !== 'type');
/** Of those, the ones that do not depend on whether the register gives the name. */
const UNNAMED = FOLLOWED.filter((property) => property !== 'name' && property !== 'searchName');

/** The locations of all rows, and whether the row is an active registration. */
const NAMED_KEYS = `
  select primary_key as key, active from ${STAGED_DOCTOR}
  union all select unnest(other_keys), active from ${STAGED_DOCTOR} where other_keys <> '{}'`;

/**
 * Leaves every location once in the table staged_location, as in the first row that has it. Duplicate rows are
 * rejected later, because the first row may be one of them.
 */
export async function stageLocations({ client }: SyncContext): Promise<void> {
  // A temporary table is read and written in its order, and few keys occur twice: only the keys are sorted.
  await client.query(
    `delete from staged_location using (
      select ctid as place, row_number() over (partition by key order by ctid) as rank from staged_location
    ) location where staged_location.ctid = place and rank > 1`,
  );
  await client.query('analyze staged_location (key)');
}

/** Removes the locations that only rejected rows have. */
export async function dropUnusedLocations({ client }: SyncContext): Promise<void> {
  await client.query(
    `delete from staged_location using (
      select key from staged_location except select key from (${NAMED_KEYS}) named
    ) unused where unused.key = staged_location.key`,
  );
}

/**
 * Finds the clinic of every staged location, in the table location_clinic. At the same address an open clinic comes
 * before a closed one, and one of another source before the register's own; without any, a new clinic is made. It is
 * made closed when no active registration practices there.
 */
export async function openLocations(
  context: SyncContext,
  { keepsFields }: Pick<CopiedRows, 'keepsFields'>,
): Promise<{ opened: number; reopened: number }> {
  const { client } = context;
  await createTempTable(
    client,
    'location_clinic',
    `select distinct on (key) key, coalesce(at_address.id, same_id.id, key) as clinic_id,
      at_address.id is null and same_id.id is null as is_new,
      coalesce(at_address.origin, same_id.origin) as origin,
      case when at_address.id is null then same_id.closed_at else at_address.closed_at end is not null as is_closed,
      used.key is not null as is_used
    from staged_location
    left join (
      select distinct key from (${NAMED_KEYS}) named where active
    ) used using (key)
    left join (${AT_ADDRESS}) at_address using (key)
    left join clinic same_id on same_id.id = key
    order by key, at_address.closed_at is not null, at_address.origin = 'register', not at_address.exact, at_address.id`,
  );
  if (keepsFields) await addKeptLocations(client);
  await client.query('create unique index on location_clinic (key)');
  await client.query('analyze location_clinic (key, clinic_id, origin)');
  await moveReferences(context);
  const opened = await createClinics(context);
  const reopened = await reopenClinics(context);
  await keepStored(context, KEPT_OF_LOCATIONS);
  await followRegister(context);
  return { opened, reopened };
}

/**
 * The clinics at each location. When one of the two addresses has no postal code, the rest of them decides, unless
 * places with different postal codes are equal in it. An address without one has the same key and place key.
 */
const AT_ADDRESS = `
  select key, true as exact, id, origin, closed_at from staged_location join clinic on address_key = key
  union all
  select key, false, id, origin, closed_at
  from staged_location location join clinic on address_key = location.place_key where key <> location.place_key
  union all
  select key, false, id, origin, closed_at from staged_location join clinic on clinic.place_key = key
  where address_key <> key and not exists (
    select from clinic other
    where other.place_key = key and other.address_key not in (key, clinic.address_key))`;

/** What refers to a clinic, and what else identifies such a row besides its clinic. */
const REFERENCES = [
  { table: 'review', record: 'review', same: 'false', key: 'id::text' },
  {
    table: 'specialty_service',
    record: 'service',
    same: 'other.specialty_id = referring.specialty_id',
    key: `referring.clinic_id || ' ' || referring.specialty_id`,
  },
  {
    table: 'availability_observation',
    record: 'observation',
    same: 'other.method = referring.method and other.observed_at = referring.observed_at',
    key: `referring.clinic_id || ' ' || referring.observed_at`,
  },
] as const;

/** Moves what refers to the register's own clinic to the one that takes its place at the same address. */
async function moveReferences({ client, changes }: SyncContext): Promise<void> {
  const taken = await createTempTable(
    client,
    'taken_clinic',
    `select clinic.id as old_id, clinic_id as new_id
    from location_clinic join clinic on clinic.address_key = key
    where clinic.origin = 'register' and location_clinic.origin <> 'register' and clinic.id <> clinic_id`,
  );
  if (taken === 0) return;
  for (const { table, record, same, key } of REFERENCES) {
    const moved = `referring.clinic_id = old_id
      and not exists (select from ${table} other where other.clinic_id = new_id and ${same})`;
    await changes.add(
      record,
      `select ${key} as key, 'updated' as change,
        jsonb_build_object('clinicId', jsonb_build_array(old_id, new_id)) as fields
      from ${table} referring, taken_clinic where ${moved}`,
    );
    await client.query(`update ${table} referring set clinic_id = new_id from taken_clinic where ${moved}`);
  }
}

/** Adds the clinics of registrations that keep their locations, each as its own key. */
async function addKeptLocations(client: ClientBase): Promise<void> {
  const keeping = `staged_doctor where 'locations' = any (kept)`;
  await client.query(
    `insert into location_clinic (key, clinic_id, is_new, is_closed, is_used)
    select id, id, false, closed_at is not null, id in (select primary_key from ${keeping} and active)
    from clinic
    where id in (select primary_key from ${keeping} union all select unnest(other_keys) from ${keeping})
      and not exists (select from location_clinic where key = clinic.id)`,
  );
}

/** The fields of a location, stored with the register's own clinics. */
const KEPT_OF_LOCATIONS: KeptRows = {
  staged: 'staged_location',
  stored: '(select key, clinic.* from location_clinic join clinic on clinic.id = clinic_id)',
  same: 'stored.key = staged.key',
  fields: {
    phone: { phone: 'stored.phone' },
    position: {
      lat: 'stored.lat',
      lng: 'stored.lng',
      position_source: 'stored.position_source',
      near_subway: 'stored.near_subway',
    },
  },
};

/** Fills in the keys of clinics that an earlier release wrote without, or with others. */
export async function addAddressKeys({ client }: SyncContext): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ id: string; address: string; postalCode: string }>(
      'select id, address, postal_code as "postalCode" from clinic where address_key is null limit 5000',
    );
    if (rows.length === 0) return;
    const keys = rows.map(({ address, postalCode }) => addressUuids(address, postalCode));
    await client.query(
      `update clinic set address_key = keyed.address_key, place_key = keyed.place_key
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) keyed (id, address_key, place_key) where clinic.id = keyed.id`,
      [
        rows.map(({ id }) => id),
        keys.map(({ addressKey }) => addressKey),
        keys.map(({ placeKey }) => placeKey),
      ],
    );
  }
}

async function createClinics({ client, changes, now, extractedAt }: SyncContext): Promise<number> {
  const created = `(select * from staged_location join location_clinic using (key) where is_new) created`;
  const count = await changes.addEach('clinic', 'created', 'key', created);
  if (count === 0) return 0;
  await client.query(
    `insert into clinic (id, address_key, ${columnList(LOCATION)}, website, origin, synced_at, extracted_at, closed_at)
    select key, key, ${columnList(LOCATION)}, '', 'register', $1::timestamptz, $2::timestamptz,
      case when not is_used then $1::timestamptz end
    from ${created}`,
    [now, extractedAt],
  );
  await client.query('analyze clinic (id, address_key, place_key, origin, closed_at)');
  const { rows } = await client.query<{ opened: number }>(
    'select count(*)::integer as opened from location_clinic where is_new and is_used',
  );
  return rows[0]!.opened;
}

async function reopenClinics({ client, changes, now }: SyncContext): Promise<number> {
  const ids = 'select distinct clinic_id from location_clinic where is_closed and is_used';
  const reopened = await changes.addEach('clinic', 'reopened', 'clinic_id', `(${ids}) reopened`);
  if (reopened > 0)
    await client.query(`update clinic set closed_at = null, synced_at = $1 where id in (${ids})`, [now]);
  return reopened;
}

/** Updates the clinics that were made from addresses of the register, and no others. */
async function followRegister(context: SyncContext): Promise<void> {
  const { client, changes, now, extractedAt } = context;
  const logged = FOLLOWED.filter((property) => property !== 'searchName' && property !== 'placeKey');
  await createTempTable(
    client,
    'followed_clinic',
    `select stored.id, ${columnList(FOLLOWED, 'staged')}, ${differences(comparedColumns(logged))} as fields
    from location_clinic join clinic stored on stored.id = clinic_id
    join lateral (
      select ${columnList(UNNAMED)}, case when named then location.name else stored.name end as name,
        case when named then location.search_name else stored.search_name end as search_name
      from staged_location location where location.key = location_clinic.key
    ) staged on true
    where location_clinic.origin = 'register' and ${differs(FOLLOWED)}
      and coalesce(stored.extracted_at, $1) <= $1`,
    [extractedAt],
  );
  const stored = `clinic where closed_at is null and origin = 'register'`;
  await requireChangeLimit(context, { noun: 'clinics', changed: 'followed_clinic', stored });
  await changes.add('clinic', `select id::text as key, 'updated' as change, fields from followed_clinic`);
  await client.query(
    `update clinic set ${assignments(FOLLOWED, 'followed')}
    from followed_clinic followed where followed.id = clinic.id`,
  );
  await client.query(
    `update clinic set synced_at = $1, extracted_at = greatest(extracted_at, $2) from location_clinic
    where clinic.id = clinic_id and location_clinic.origin = 'register'`,
    [now, extractedAt],
  );
}

/**
 * Closes the register's own clinics at which no listed doctor practices any more: after a complete register all of them,
 * otherwise those whose place another clinic took.
 */
export async function closeUnused(context: SyncContext, complete: boolean): Promise<number> {
  const { client, changes, now } = context;
  await createTempTable(
    client,
    'unused_clinic',
    `with candidate as materialized (
      select id from clinic where origin = 'register' and closed_at is null
      ${complete ? '' : 'and id in (select old_id from taken_clinic)'}
      and not exists (select from location_clinic where clinic_id = clinic.id and is_used)
    )
    select id from candidate
    where not exists (select from doctor where primary_clinic_id = candidate.id and expired_at is null)
    and not exists (
      select from additional_location join doctor using (registration_number)
      where clinic_id = candidate.id and expired_at is null)`,
  );
  await keepPinned(context, 'clinic', 'unused_clinic');
  const closed = await changes.addEach('clinic', 'closed', 'id', 'unused_clinic');
  await client.query(
    'update clinic set closed_at = $1, synced_at = $1 where id in (select id from unused_clinic)',
    [now],
  );
  return closed;
}
