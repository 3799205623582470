import type { DoctorRecord } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';

/**
 * What the listed doctors of each of some clinics hold and speak together. It is told as that of one doctor, because a
 * list shows nothing else of them and a clinic may have hundreds.
 */
export async function jointDoctors(
  client: ClientBase,
  clinicIds: readonly string[],
): Promise<DoctorRecord[]> {
  const { rows } = await client.query<JointRow>(JOINT, [clinicIds]);
  return rows.map(({ clinic, specialties, languages }) => ({
    registrationNumber: clinic,
    id: clinic,
    name: '',
    gender: '',
    practisingSince: '1970-01-01',
    specialties,
    languages,
    clinicIds: [clinic],
    referralRequired: false,
    booking: { phone: '', online: '', referralOnly: false },
    confirmedAt: null,
    syncedAt: new Date(0),
    expiredAt: null,
  }));
}

/**
 * The registration numbers of a clinic's listed doctors, the first in default order.
 * @param atMost may be infinite
 */
export async function doctorsAt(client: ClientBase, clinicId: string, atMost: number): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(DOCTORS_AT, [
    clinicId,
    Number.isFinite(atMost) ? atMost : null,
  ]);
  return rows.map(({ number }) => number);
}

interface JointRow {
  readonly clinic: string;
  readonly specialties: string[];
  readonly languages: string[];
}

const JOINT = `with staff as (
    select primary_clinic_id as clinic_id, registration_number from doctor
    where primary_clinic_id = any($1) and expired_at is null
    union select clinic_id, registration_number from additional_location join doctor using (registration_number)
    where clinic_id = any($1) and expired_at is null
  )
  select clinic_id as clinic,
    coalesce(array_agg(distinct specialty.name) filter (where specialty.name is not null), '{}') as specialties,
    coalesce(array_agg(distinct language.name) filter (where language.name is not null), '{}') as languages
  from staff
  left join doctor_specialty using (registration_number) left join specialty on specialty.id = specialty_id
  left join doctor_language using (registration_number) left join language on language.id = language_id
  group by clinic_id`;

const DOCTORS_AT = `select registration_number as number from doctor
  where expired_at is null and registration_number in (
    select registration_number from doctor where primary_clinic_id = $1
    union select registration_number from additional_location where clinic_id = $1)
  order by search_name collate "C", registration_number collate "C" limit $2`;
