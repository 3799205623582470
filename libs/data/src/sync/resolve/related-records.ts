import { MAX_ADDRESSES_OF_PHONE, recordRef } from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import { SELECT_STATED, type StatedRecord } from '../records/stored-record.js';
import type { ActiveCorrections } from '../corrections/active-corrections.js';

/** A clinic's source record, with what it is found by. */
export interface ClinicRecordRow extends StatedRecord {
  readonly addressKey: string | null;
  readonly placeKey: string | null;
  readonly phone: string;
}

interface Wanted {
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
  readonly places: readonly string[];
  readonly phones: readonly string[];
}

/**
 * Returns the records with some keys, and all that may be about the same clinics: those with the same key, address or
 * telephone, directly or over others, those that operators decided about, and those that were one clinic before the run. A telephone of
 * many addresses proves nothing: it is empty.
 * @param shared the telephones of which that is known; others are added
 */
export async function relatedRecords(
  client: ClientBase,
  keys: readonly string[],
  corrections: ActiveCorrections,
  shared: Set<string>,
): Promise<readonly ClinicRecordRow[]> {
  const found = new Map<string, ClinicRecordRow>();
  const asked = {
    keys: new Set(keys),
    addresses: new Set<string>(),
    places: new Set<string>(),
    phones: new Set<string>(),
  };
  const unasked = (name: keyof Wanted, values: readonly string[]): string[] => {
    const others = [...new Set(values)].filter((value) => value !== '' && !asked[name].has(value));
    for (const value of others) asked[name].add(value);
    return others;
  };
  let wanted: Wanted = { keys, addresses: [], places: [], phones: [] };
  while (Object.values(wanted).some((values: readonly string[]) => values.length > 0)) {
    const fresh = new Set(wanted.keys);
    const known = [...asked.keys].filter((key) => !fresh.has(key));
    const rows = (await recordsWith(client, wanted, known)).filter((row) => !found.has(recordRef(row)));
    for (const row of rows) found.set(recordRef(row), row);
    const own = rows.map(({ key }) => key);
    wanted = {
      keys: unasked('keys', [...own, ...corrections.linked(own), ...(await formerMembers(client, own))]),
      addresses: unasked(
        'addresses',
        rows.map(({ addressKey }) => addressKey ?? ''),
      ),
      places: unasked(
        'places',
        rows.map(({ placeKey }) => placeKey ?? ''),
      ),
      phones: await tellingPhones(
        client,
        unasked(
          'phones',
          rows.map(({ phone }) => phone).filter((phone) => !shared.has(phone)),
        ),
        shared,
      ),
    };
  }
  return Array.from(found.values(), (row) => (shared.has(row.phone) ? { ...row, phone: '' } : row));
}

/** Returns the records with some keys, addresses or telephones, but for those whose keys were asked for before. */
async function recordsWith(
  client: ClientBase,
  { keys, addresses, places, phones }: Wanted,
  known: readonly string[],
): Promise<readonly ClinicRecordRow[]> {
  const { rows } = await client.query<ClinicRecordRow>(
    `${SELECT_STATED(', address_key as "addressKey", place_key as "placeKey", phone')}
    where kind = 'clinic' and key <> all ($5::text[])
      and (key = any ($1::text[]) or address_key = any ($2::uuid[]) or place_key = any ($3::uuid[])
        or (phone <> '' and phone = any ($4::text[])))`,
    [keys, addresses, places, phones, known],
  );
  return rows;
}

/** Returns the ids of the clinics that some were one with before the run. */
async function formerMembers(client: ClientBase, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<{ key: string; survivor: string }>(
    `select key, survivor from corrected_record where record = 'clinic' and survivor is not null
      and (key = any ($1::text[]) or survivor = any ($1::uuid[]))`,
    [keys],
  );
  return rows.flatMap(({ key, survivor }) => [key, survivor]);
}

/** Returns the telephones that may tell which records are about one clinic, and adds the others to `shared`. */
async function tellingPhones(
  client: ClientBase,
  phones: readonly string[],
  shared: Set<string>,
): Promise<readonly string[]> {
  if (phones.length === 0) return [];
  const { rows } = await client.query<{ phone: string; addresses: number }>(
    `select phone, count(distinct address_key)::integer as addresses from source_record
    where phone <> '' and phone = any ($1::text[]) group by phone having count(*) > 1`,
    [phones],
  );
  const isShared = ({ addresses }: { readonly addresses: number }) => addresses > MAX_ADDRESSES_OF_PHONE;
  for (const row of rows.filter(isShared)) shared.add(row.phone);
  return rows.filter((row) => !isShared(row)).map(({ phone }) => phone);
}
