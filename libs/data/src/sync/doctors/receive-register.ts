import type { ClinicFields } from '@care-atlas/domain/fusion';
import { clinicIndex } from '../clinics/clinic-form.js';
import { addressUuids } from '../record-ids.js';
import { receiveStaged, type RecordKind, stagedRow, stagingTable } from '../records/receive-rows.js';
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
import { REGISTER_FORM } from './doctor-form.js';
import type { PracticeLocation, RegisterInput } from './doctor-input.js';

/** The places of a register, which it does not list, but names with its doctors. */
export const PLACE_FORM: RecordKind<PracticeLocation, ClinicFields> = {
  kind: 'clinic',
  noun: 'places',
  keyColumn: 'address',
  read: ({ name, address, postalCode, lat, lng, positionSource, phone, type, ...place }) => ({
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
};
const COPIED = ['key', 'fields', 'fallback', 'addressKey', 'placeKey', 'phone', 'doctor'] as const;

/**
 * Receives the rows of a register: its doctors, and the places that it names. A place is as the row of the lowest
 * registration number describes it.
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
      const staged = { ...stagedRow(PLACE_FORM, location), doctor: registrationNumber };
      target.add(`${copyText(COPIED.map((name): CopyValue => staged[name]))}\n`);
    }
    return stagedRow(REGISTER_FORM, row);
  };
  const copied = await copyRows(context, doctors, rows, toStaged, target);
  const duplicates = await rejectDuplicates(context, doctors, copied);
  const { rejected, older } = await receiveStaged(context, REGISTER_FORM, complete);
  context.rejects.older += older;
  await client.query(
    `delete from ${places} place where not exists (
      select from ${doctors.name} named where named.key = doctor and named.fields -> 'places' ? place.key);
    delete from ${places} place using (
      select ctid as at, row_number() over (partition by key order by length(doctor), doctor, ctid) as rank from ${places}
    ) ranked where ranked.at = place.ctid and rank > 1`,
  );
  await receiveStaged(context, PLACE_FORM, complete);
  return { read: copied.count - duplicates - rejected - older, older };
}
