import { addressKey, fold, streetAddress } from '@care-atlas/domain/text';
import { isNearSubway, type Position } from '@care-atlas/domain/rules';
import { parse, v5 } from 'uuid';
import { camelCase, differences, differs } from '../run/merge.js';
import type { PracticeLocation } from './register-input.js';
import type { SyncContext } from '../run/sync-context.js';

/** Never to change: the ids of clinics that were made from addresses follow from it. */
const NAMESPACE = parse('c9f2f7f4-5c0b-4b0d-8a53-0f2a61a4a0de');
/** So many addresses are remembered: a source that comes back to one later only says again what it is. */
const REMEMBERED = 50_000;

/** What identifies the place of a clinic: a UUID (version 5) of its address without the spelling. */
export function addressUuid(address: string, postalCode: string): string {
  return v5(addressKey(address, postalCode), NAMESPACE);
}

/** Turns locations into keys, and says in full only those that it has not met lately. */
export class LocationKeys {
  readonly #known = new Map<string, string>();

  constructor(private readonly stations: readonly Position[]) {}

  /** @returns the keys of the locations, and JSON of those not met lately */
  of(locations: readonly PracticeLocation[]): { primary: string; others: string[]; details: string | null } {
    const fresh: object[] = [];
    const [primary, ...others] = new Set(locations.map((location) => this.#keyOf(location, fresh)));
    return { primary: primary!, others, details: fresh.length > 0 ? JSON.stringify(fresh) : null };
  }

  #keyOf(location: PracticeLocation, fresh: object[]): string {
    const text = `${location.postalCode}|${location.address}`;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const key = addressUuid(location.address, location.postalCode);
    if (this.#known.size === REMEMBERED) this.#known.clear();
    this.#known.set(text, key);
    fresh.push(this.#detailsOf(location, key));
    return key;
  }

  #detailsOf(location: PracticeLocation, key: string): object {
    const name = location.name || `Practice at ${streetAddress(location.address)}`;
    return {
      key,
      name,
      named: location.name !== '',
      search_name: fold(name),
      address: location.address,
      postal_code: location.postalCode,
      lat: location.lat,
      lng: location.lng,
      position_source: location.positionSource,
      phone: location.phone,
      type: location.type,
      near_subway: isNearSubway(location, this.stations),
    };
  }
}

/** What the register says of a clinic that was made from its address. */
const FOLLOWED = ['address', 'postal_code', 'lat', 'lng', 'position_source', 'phone', 'near_subway'];

/** Lists every location once, as the first row has it that names it; before rows are rejected, which may be that one. */
export async function stageLocations({ client }: SyncContext): Promise<void> {
  await client.query('drop table if exists staged_location');
  await client.query(
    `create temp table staged_location on commit drop as
    select distinct on (key) location.*
    from staged_doctor staged, json_to_recordset(locations) location (key uuid, name text, named boolean,
      search_name text, address text, postal_code text, lat double precision, lng double precision,
      position_source text, phone text, type text, near_subway boolean)
    where locations is not null
    order by key, staged.ctid`,
  );
  await client.query('analyze staged_location (key)');
}

/** Forgets the locations that only rejected rows named. */
export async function dropUnusedLocations({ client }: SyncContext): Promise<void> {
  await client.query(
    `delete from staged_location using (
      select key from staged_location
      except (select primary_key from staged_doctor union all select unnest(other_keys) from staged_doctor)
    ) unused where unused.key = staged_location.key`,
  );
}

/**
 * Finds the clinic of every staged location, in the table location_clinic: an open one at the same address before a
 * closed one, another source's before the register's own, or else a new one. Where only registrations practised that
 * are not active, nothing opens: what is new there has closed already.
 */
export async function openLocations(context: SyncContext): Promise<{ opened: number; reopened: number }> {
  const { client } = context;
  await keyAddresses(context);
  await client.query('drop table if exists location_clinic');
  await client.query(
    `create temp table location_clinic on commit drop as
    select distinct on (key) key, coalesce(at_address.id, same_id.id, key) as clinic_id,
      at_address.id is null and same_id.id is null as is_new,
      coalesce(at_address.origin, same_id.origin) as origin,
      case when at_address.id is null then same_id.closed_at else at_address.closed_at end is not null as is_closed,
      used.key is not null as is_used
    from staged_location
    left join (
      select primary_key as key from staged_doctor where active
      union select unnest(other_keys) from staged_doctor where active
    ) used using (key)
    left join clinic at_address on at_address.address_key = key
    left join clinic same_id on same_id.id = key
    order by key, at_address.closed_at is not null, at_address.origin = 'register', at_address.id`,
  );
  await client.query('create unique index on location_clinic (key)');
  await client.query('analyze location_clinic (key, clinic_id)');
  const opened = await createClinics(context);
  const reopened = await reopenClinics(context);
  await followRegister(context);
  return { opened, reopened };
}

/** The version before this one wrote clinics without keys. */
async function keyAddresses({ client }: SyncContext): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ id: string; address: string; postal_code: string }>(
      'select id, address, postal_code from clinic where address_key is null limit 5000',
    );
    if (rows.length === 0) return;
    await client.query(
      `update clinic set address_key = keyed.address_key
      from unnest($1::uuid[], $2::uuid[]) keyed (id, address_key) where clinic.id = keyed.id`,
      [rows.map(({ id }) => id), rows.map((row) => addressUuid(row.address, row.postal_code))],
    );
  }
}

async function createClinics({ client, changes, now }: SyncContext): Promise<number> {
  const created = `select * from staged_location join location_clinic using (key) where is_new`;
  const count = await changes.add(
    'clinic',
    `select key::text as key, 'created' as change, null::jsonb as fields from (${created}) created`,
  );
  if (count === 0) return 0;
  await client.query(
    `insert into clinic (id, address_key, name, search_name, address, postal_code, lat, lng, position_source, phone,
      website, type, near_subway, origin, synced_at, closed_at)
    select key, key, name, search_name, address, postal_code, lat, lng, position_source, phone, '', type, near_subway,
      'register', $1::timestamptz, case when not is_used then $1::timestamptz end
    from (${created}) created`,
    [now],
  );
  await client.query('analyze clinic');
  const { rows } = await client.query<{ opened: number }>(
    'select count(*)::integer as opened from location_clinic where is_new and is_used',
  );
  return rows[0]!.opened;
}

async function reopenClinics({ client, changes, now }: SyncContext): Promise<number> {
  const reopened = await changes.add(
    'clinic',
    `select distinct clinic_id::text as key, 'reopened' as change, null::jsonb as fields
    from location_clinic where is_closed and is_used`,
  );
  if (reopened > 0) {
    await client.query(
      `update clinic set closed_at = null, synced_at = $1
      where id in (select clinic_id from location_clinic where is_closed and is_used)`,
      [now],
    );
  }
  return reopened;
}

/** The register is the source of the clinics that were made from its addresses, and of no others. */
async function followRegister({ client, changes, now }: SyncContext): Promise<void> {
  const columns = ['name', 'search_name', ...FOLLOWED];
  const fields = differences(['name', ...FOLLOWED].map((c) => [camelCase(c), `held.${c}`, `given.${c}`]));
  await client.query('drop table if exists followed_clinic');
  await client.query(
    `create temp table followed_clinic on commit drop as
    select held.id, ${columns.map((column) => `given.${column}`).join(', ')}, ${fields} as fields
    from location_clinic join clinic held on held.id = clinic_id
    join lateral (
      select ${FOLLOWED.join(', ')}, case when named then location.name else held.name end as name,
        case when named then location.search_name else held.search_name end as search_name
      from staged_location location where location.key = location_clinic.key
    ) given on true
    where location_clinic.origin = 'register' and ${differs('held', 'given', columns)}`,
  );
  await changes.add('clinic', `select id::text as key, 'updated' as change, fields from followed_clinic`);
  await client.query(
    `update clinic set ${columns.map((column) => `${column} = followed.${column}`).join(', ')}
    from followed_clinic followed where followed.id = clinic.id`,
  );
  await client.query(
    `update clinic set synced_at = $1 from location_clinic
    where clinic.id = clinic_id and location_clinic.origin = 'register'`,
    [now],
  );
}

/** After a complete register: its own clinics at which no listed doctor practises any more have closed. */
export async function closeUnused({ client, changes, now }: SyncContext): Promise<number> {
  const unused = `origin = 'register' and closed_at is null
    and not exists (select from doctor where primary_clinic_id = clinic.id and expired_at is null)
    and not exists (
      select from additional_location join doctor using (registration_number)
      where clinic_id = clinic.id and expired_at is null)`;
  const closed = await changes.add(
    'clinic',
    `select id::text as key, 'closed' as change, null::jsonb as fields from clinic where ${unused}`,
  );
  if (closed > 0) {
    await client.query(`update clinic set closed_at = $1, synced_at = $1 where ${unused}`, [now]);
  }
  return closed;
}
