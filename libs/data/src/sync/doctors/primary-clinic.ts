import type { SyncContext } from '../run/sync-context.js';

/** Listed doctors whose primary clinic has closed, with the next of their clinics that is open. */
const HOMELESS = `
  select doctor.registration_number, doctor.primary_clinic_id as closed_clinic, next.clinic_id as open_clinic
  from doctor join clinic on clinic.id = primary_clinic_id
  left join lateral (
    select clinic_id from additional_location join clinic on clinic.id = clinic_id
    where additional_location.registration_number = doctor.registration_number and closed_at is null
    order by position limit 1
  ) next on true
  where doctor.expired_at is null and clinic.closed_at is not null`;

/**
 * At the end of a run every listed doctor has an open primary clinic: one whose primary clinic has closed moves to
 * the next one, and the closed one takes its place in the list, should it open again.
 * @throws when a listed doctor has no open clinic: such a dataset could not be served
 */
export async function settlePrimaryClinics({ client, changes }: SyncContext): Promise<void> {
  await client.query('drop table if exists homeless_doctor');
  const { rowCount } = await client.query(`create temp table homeless_doctor on commit drop as ${HOMELESS}`);
  if (rowCount === 0) return;
  const { rows } = await client.query<{ registration_number: string }>(
    'select registration_number from homeless_doctor where open_clinic is null order by registration_number limit 10',
  );
  if (rows.length > 0) {
    const numbers = rows.map((row) => row.registration_number).join(', ');
    throw new Error(`Listed doctors would have no open clinic: ${numbers}.`);
  }
  await changes.add(
    'doctor',
    `select registration_number as key, 'updated' as change,
      jsonb_build_object('primaryClinic', jsonb_build_array(before.name, after.name)) as fields
    from homeless_doctor join clinic before on before.id = closed_clinic join clinic after on after.id = open_clinic`,
  );
  await client.query(
    `update additional_location location set clinic_id = closed_clinic from homeless_doctor homeless
    where location.registration_number = homeless.registration_number and clinic_id = open_clinic`,
  );
  await client.query(
    `update doctor set primary_clinic_id = open_clinic, list_digest = null from homeless_doctor homeless
    where doctor.registration_number = homeless.registration_number`,
  );
}
