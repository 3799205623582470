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
const PLACE_COLUMNS = {
  line: 'integer',
  kept: 'text[]',
  ...stagingTable(PLACE_FORM).columns,
  doctor: 'text',
  active: 'boolean',
};
const COPIED = ['key', 'fields', 'fallback', 'addressKey', 'placeKey', 'phone', 'doctor', 'active'] as const;

/** SQL for the first value of a field that a row gives. */
const FIRST = (field: string) =>
  `(array_agg(fields -> '${field}' order by rank) filter (where coalesce(fields -> '${field}', 'null') <> 'null'))[1]`;

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
  const places = stagingTable(PLACE_FORM).name;
  await createEmptyTable(client, places, PLACE_COLUMNS);
  const target = new CopyTarget(new StatementQueue(client), places, columnList(COPIED));
  const toStaged = (row: Numbered<RegisterInput>) => {
    const { registrationNumber, locations, kept } = row;
    if (locations.length === 0 && !kept?.includes('locations'))
      throw new Error(`Registration ${registrationNumber} names no location.`);
    for (const location of locations) {
      const staged = {
        ...stagedRow(PLACE_FORM, location),
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
      `delete from ${places} place where not exists (
        select from ${doctors.name} named where named.key = doctor and named.fields -> 'places' ? place.key)`,
    );
  await client.query(
    `create temp table described_place on commit drop as
      with ranked as (
        select place.*, active = bool_or(active) over (partition by key) as counts, row_number() over (
          partition by key order by active desc, length(doctor), doctor, ctid) as rank
        from ${places} place
      ), given as (
        select key, ${FIRST('name')} as name, ${FIRST('phone')} as phone from ranked where counts group by key
      )
      select ${columnList(COPIED.filter((name) => name !== 'fields' && name !== 'phone'))},
        fields || jsonb_strip_nulls(jsonb_build_object('name', given.name, 'phone', given.phone)) as fields,
        coalesce(given.phone #>> '{}', '') as phone
      from ranked join given using (key) where rank = 1;
    truncate ${places};
    insert into ${places} (${columnList(COPIED)}) select ${columnList(COPIED)} from described_place;
    drop table described_place`,
  );
  await receiveStaged(context, PLACE_FORM, complete);
  return { read: copied.count - duplicates - rejected - older, older };
}
