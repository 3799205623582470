import type { ClinicFields } from '@care-atlas/domain/fusion';
import { clinicIndex } from '../clinics/clinic-form.js';
import { addressUuids } from '../record-ids.js';
import { receiveStaged } from '../records/receive-rows.js';
import { type RecordKind, stagedRow, stagingTable } from '../records/record-kind.js';
import type { SyncContext } from '../run/sync-context.js';
import { columnList } from '../staging/column-sql.js';
import { CopyTarget, StatementQueue } from '../staging/copy-target.js';
import { copyText, type CopyValue } from '../staging/copy-text.js';
import {
  copyRows,
  createEmptyTable,
  createStagingTable,
  type Numbered,
  rejectDuplicates,
  type Rows,
} from '../staging/staging.js';
import { isActiveStatus, REGISTER_FORM } from './doctor-form.js';
import type { PracticeLocation, RegisterInput } from './doctor-input.js';

/** The places of a register, which it does not list, but names with its doctors. */
export const PLACE_FORM: RecordKind<PracticeLocation, ClinicFields> = {
  kind: 'clinic',
  noun: 'places',
  keyColumn: 'address',
  read: ({ name, address, postalCode, lat, lng, positionSource, phone, type }) => ({
    key: addressUuids(address, postalCode).addressKey,
    fields: {
      // A register that does not name a place this time does not take its name back.
      ...(name !== '' && { name }),
      address: { address, postalCode },
      position: { lat, lng, positionSource },
      phone: phone || null,
      type,
      origin: 'register',
    },
  }),
  keptAs: { phone: ['phone'], position: ['position'], name: ['name'], type: ['type'] },
  needed: [],
  index: clinicIndex,
};
/** The places as registrations name them, with the name and the telephone that each gives. */
const NAMED = {
  key: 'text',
  fields: 'text',
  fallback: 'text',
  addressKey: 'uuid',
  placeKey: 'uuid',
  name: 'text',
  phone: 'text',
  doctor: 'text',
  active: 'boolean',
};
const COPIED = Object.keys(NAMED) as (keyof typeof NAMED)[];

/** SQL for the first value of a column that a row gives. */
const FIRST = (column: string) => `(array_agg(${column} order by rank) filter (where ${column} <> ''))[1]`;

/**
 * Receives the rows of a register: its doctors, and the places that it names. A place is as the active registration with
 * the lowest number describes it; its name and telephone are the first that active registrations give.
 * @throws when a registration names no location
 */
export async function receiveRegister(
  context: SyncContext,
  rows: Rows<RegisterInput>,
  complete: boolean,
): Promise<{ readonly read: number; readonly older: number }> {
  const { client } = context;
  const doctors = stagingTable(REGISTER_FORM);
  await createEmptyTable(client, 'named_place', NAMED);
  const target = new CopyTarget(new StatementQueue(client), 'named_place', columnList(COPIED));
  const toStaged = (row: Numbered<RegisterInput>) => {
    const { registrationNumber, locations, kept } = row;
    if (locations.length === 0 && !kept?.includes('locations'))
      throw new Error(`Registration ${registrationNumber} names no location.`);
    for (const location of locations) {
      const given = (field: 'name' | 'phone') => (location.kept?.includes(field) ? '' : location[field]);
      const staged = {
        ...stagedRow(PLACE_FORM, location),
        name: given('name'),
        phone: given('phone'),
        doctor: registrationNumber,
        active: isActiveStatus(row.status),
      };
      target.add(`${copyText(COPIED.map((name): CopyValue => staged[name]))}\n`);
    }
    return stagedRow(REGISTER_FORM, row);
  };
  const copied = await copyRows(context, doctors, rows, toStaged, target);
  const duplicates = await rejectDuplicates(context, doctors, copied);
  const { rejected, older } = await receiveStaged(context, REGISTER_FORM, complete);
  context.rejects.older += older;
  // Of a row that is not used, or keeps its places, the places do not count.
  if (duplicates + rejected > 0 || copied.keepsFields || context.absent().length > 0)
    await client.query(
      `delete from named_place place where not exists (
        select from ${doctors.name} named where named.key = doctor and named.fields -> 'places' ? place.key)`,
    );
  const places = stagingTable(PLACE_FORM);
  await createStagingTable(client, places);
  await client.query(
    `insert into ${places.name} (key, fields, fallback, address_key, place_key, phone)
      with described as (
        select ctid as row, key, name, phone, row_number() over best as rank, active = first_value(active) over best as counts
        from named_place window best as (partition by key order by active desc, length(doctor), doctor, ctid)
      ), given as (
        select key, min(row) filter (where rank = 1) as row, ${FIRST('name')} as name, ${FIRST('phone')} as phone
        from described where counts group by key
      )
      select place.key, fields::jsonb || jsonb_strip_nulls(jsonb_build_object('name', given.name, 'phone', given.phone)),
        fallback::jsonb, address_key, place_key, coalesce(given.phone, '')
      from given join named_place place on place.ctid = row;
    drop table named_place`,
  );
  await receiveStaged(context, PLACE_FORM, complete);
  return { read: copied.count - duplicates - rejected - older, older };
}
