import { createTempTable } from '../staging/column-sql.js';
import type { SyncContext } from '../run/sync-context.js';

/** Listed doctors whose primary clinic has closed, each with the first open one of the doctor's other clinics. */
const DISPLACED = `
  select doctor.registration_number, doctor.primary_clinic_id as closed_clinic, next.clinic_id as open_clinic
  from doctor join clinic on clinic.id = primary_clinic_id
  left join lateral (
    select clinic_id from additional_location join clinic on clinic.id = clinic_id
    where additional_location.registration_number = doctor.registration_number and closed_at is null
    order by position limit 1
  ) next on true
  where doctor.expired_at is null and clinic.closed_at is not null`;

/**
 * Gives every listed doctor an open primary clinic: when it has closed, the doctor's next open clinic changes places
 * with it, should it open again.
 * @throws when a listed doctor has no open clinic: such a dataset could not be served
 */
export async function replaceClosedPrimaryClinics({ client, changes }: SyncContext): Promise<void> {
  const displaced = await createTempTable(client, 'displaced_doctor', DISPLACED);
  if (displaced === 0) return;
  const { rows } = await client.query<{ number: string }>(
    `select registration_number as number from displaced_doctor where open_clinic is null
    order by registration_number limit 10`,
  );
  if (rows.length > 0) {
    const numbers = rows.map(({ number }) => number).join(', ');
    throw new Error(`Listed doctors would have no open clinic: ${numbers}.`);
  }
  await changes.add(
    'doctor',
    `select registration_number as key, 'updated' as change,
      jsonb_build_object('primaryClinic', jsonb_build_array(before.name, after.name)) as fields
    from displaced_doctor join clinic before on before.id = closed_clinic join clinic after on after.id = open_clinic`,
  );
  await client.query(
    `update additional_location location set clinic_id = closed_clinic from displaced_doctor displaced
    where location.registration_number = displaced.registration_number and clinic_id = open_clinic`,
  );
  await client.query(
    `update doctor set primary_clinic_id = open_clinic, digested_at = null
    from displaced_doctor displaced
    where doctor.registration_number = displaced.registration_number`,
  );
}
