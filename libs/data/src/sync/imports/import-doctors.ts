import { torontoDate } from '@care-atlas/domain/rules';
import { endRecords, recordExtract } from '../records/end-records.js';
import { receiveRows } from '../records/receive-rows.js';
import { applyTouched } from '../resolve/apply-touched.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import type { Rows } from '../staging/staging.js';
import { DOCTOR_FORM } from '../doctors/doctor-form.js';
import type { DoctorInput, DoctorOptions, RegisterInput } from '../doctors/doctor-input.js';
import { receiveRegister } from '../doctors/receive-register.js';

/**
 * Receives doctors whose clinics are known.
 * @throws when a doctor names no clinic; when a complete source is empty; when more would expire or change than one run may
 */
export async function importDoctors(
  context: SyncContext,
  rows: Rows<DoctorInput>,
  { complete = false }: DoctorOptions,
): Promise<Partial<SyncCounts>> {
  const received = await receiveRows(context, DOCTOR_FORM, rows, complete);
  return finish(context, received, complete);
}

/**
 * Makes the directory follow the register: who is registered, and at which addresses. Addresses become clinics.
 * @throws when a registration names no location, when a complete register is empty, and when more registrations
 * would expire or change than one run may
 */
export async function importRegister(
  context: SyncContext,
  rows: Rows<RegisterInput>,
  { complete = false }: DoctorOptions,
): Promise<Partial<SyncCounts>> {
  const { client, now, extractedAt, repeats, rejects } = context;
  if (repeats) rejects.notify(repeatText(repeats));
  const received = await receiveRegister(context, rows, complete);
  // A register names places, and does not list them.
  await recordExtract(context, 'clinic', false);
  const counts = await finish(context, received, complete);
  await client.query(
    `update clinic set synced_at = $1, extracted_at = greatest(extracted_at, $2)
    where origin = 'register' and id in (select key::uuid from staged_clinic)
      and (synced_at <> $1 or extracted_at is null or extracted_at < $2)`,
    [now, extractedAt],
  );
  return counts;
}

/**
 * Whether a row of the register says the oldest of what is known of the registration, and no operator corrected it. What it
 * leaves out was said by an older extract.
 */
const IS_SAID_AGAIN = `practice_start is not null
  and case when registration_class <> '' then staged.fields ? 'registrationClass'
    else registration_restrictions <> 'unknown' end
  and not exists (select from corrected_record where record = 'doctor' and corrected_record.key = registration_number
    and source ? 'registrationClass')`;

/** The times of a doctor whom an extract describes, by column, in terms of the time of the run ($1) and the extract ($2). */
const TIMES = Object.entries({
  synced_at: `coalesce((fields ->> 'syncedOn')::timestamptz, $1)`,
  extracted_at: 'greatest(doctor.extracted_at, $2)',
  confirmed_at: `case when practice_start is not null and expired_at is null then greatest(confirmed_at, $2)
    else confirmed_at end`,
  registration_as_of: `case when ${IS_SAID_AGAIN} then greatest(registration_as_of, $2) else registration_as_of end`,
});

async function finish(
  context: SyncContext,
  { read, older }: { readonly read: number; readonly older: number },
  complete: boolean,
): Promise<Partial<SyncCounts>> {
  const { client, now, extractedAt, rejects } = context;
  // A file that lost its content must not empty the directory.
  if (complete && read + older === 0) throw new Error('The register is called complete but holds no doctor.');
  const missing = complete && rejects.allowsMissing('No doctor was expired', 'registration number');
  await endRecords(context, 'doctor', { missing, ended: [] });
  await recordExtract(context, 'doctor', missing);
  const {
    kept: _,
    services: __,
    created,
    updated,
    expired,
    unexpired,
    ...clinics
  } = await applyTouched(context);
  await client.query(
    `update doctor set ${TIMES.map(([column, time]) => `${column} = ${time}`).join(', ')}
    from staged_doctor staged where staged.key = registration_number
      and (${TIMES.map(([column, time]) => `doctor.${column} is distinct from ${time}`).join(' or ')})`,
    [now, extractedAt],
  );
  if (created > 0)
    await client.query('analyze doctor, additional_location, doctor_specialty, doctor_language, clinic');
  return { read, created, updated, unchanged: read - created - updated, expired, unexpired, ...clinics };
}

function repeatText(at: Date): string {
  return (
    `The same file was imported on ${torontoDate(at)}, so it confirms nothing since then: ` +
    'if it is a new extract, give its time.'
  );
}
