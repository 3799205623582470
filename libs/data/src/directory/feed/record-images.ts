import {
  clinicImage,
  type ClinicImage,
  doctorImage,
  type RecordImage,
  serviceImage,
  type StaffFacts,
} from '@care-atlas/domain/read-model';
import type { ChangeType, ClinicRecord, SpecialtyServiceRecord } from '@care-atlas/domain/records';
import {
  CLINICS_BY_ID,
  DOCTORS_BY_NUMBER,
  type RowQuery,
  SERVICES_BY_CLINIC,
} from '../loading/dataset-row.js';
import { CLINICS_OF_KEYS } from '../loading/evidence-row.js';
import { isHidden, MERGED_CLINICS } from '../loading/merged-clinic.js';
import { type QueryRows, words } from './exported-record.js';

/** The different facts of the listed doctors of each clinic, in an order that only they determine. */
const STAFF = `
  select id, json_agg(facts order by facts::text) as staff
  from (
    select distinct on (place.id, facts::text) place.id, facts
    from (
      select coalesce(survivor, clinic_id) as id, registration_number
      from (
        select primary_clinic_id as clinic_id, registration_number from doctor
        union all select clinic_id, registration_number from additional_location
      ) place left join ${MERGED_CLINICS} merged on merged_id = clinic_id
      where clinic_id in (select id from ${CLINICS_OF_KEYS} keyed (id))
    ) place join doctor using (registration_number)
    cross join lateral (
      select json_build_object('specialties', ${words('specialty')}, 'languages', ${words('language')},
        'gender', gender, 'practisingSince', to_char(practising_since, 'YYYY-MM-DD'),
        'registrationClass', registration_class) as facts
    ) shown
    where expired_at is null and not ${isHidden('doctor', 'registration_number')}
    order by place.id, facts::text
  ) different group by id`;

/**
 * Returns the images of the listed records with some keys, by what identifies them.
 * @param keys of doctors their numbers, of clinics and of services the ids of clinics
 */
export async function recordImages(
  query: QueryRows,
  type: ChangeType,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RecordImage>> {
  if (keys.length === 0) return new Map();
  if (type === 'doctor') return doctorImages(query, keys);
  const clinics = await clinicImages(query, keys);
  return type === 'clinic' ? clinics : serviceImages(query, keys, clinics);
}

async function doctorImages(
  query: QueryRows,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, RecordImage>> {
  const doctors = await records(query, DOCTORS_BY_NUMBER, numbers);
  const listed = doctors.filter(({ expiredAt, clinicIds }) => expiredAt === null && clinicIds.length > 0);
  const ids = new Set(listed.map(({ clinicIds }) => clinicIds[0]!));
  const clinics = await clinicRecords(query, [...ids]);
  return new Map(
    listed.flatMap((doctor) => {
      const clinic = clinics.get(doctor.clinicIds[0]!);
      return clinic ? [[doctor.registrationNumber, doctorImage(doctor, clinic)] as const] : [];
    }),
  );
}

async function clinicImages(
  query: QueryRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClinicImage>> {
  const clinics = await clinicRecords(query, ids);
  const rows = (await query(STAFF, [ids])) as readonly {
    readonly id: string;
    readonly staff: readonly StaffFacts[];
  }[];
  const staff = new Map(rows.map((row) => [row.id, row.staff]));
  return new Map([...clinics].map(([id, clinic]) => [id, clinicImage(clinic, staff.get(id) ?? [])]));
}

async function serviceImages(
  query: QueryRows,
  ids: readonly string[],
  clinics: ReadonlyMap<string, ClinicImage>,
): Promise<ReadonlyMap<string, RecordImage>> {
  const services = await records(query, SERVICES_BY_CLINIC, ids);
  return new Map(
    services.map((service: SpecialtyServiceRecord) => [
      `${service.clinicId} ${service.specialty}`,
      serviceImage(clinics.get(service.clinicId)!, service),
    ]),
  );
}

async function clinicRecords(
  query: QueryRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClinicRecord>> {
  return new Map((await records(query, CLINICS_BY_ID, ids)).map((clinic) => [clinic.id, clinic]));
}

async function records<Row, Record>(
  query: QueryRows,
  { sql, newReader }: RowQuery<Row, Record>,
  keys: readonly string[],
): Promise<readonly Record[]> {
  const read = newReader();
  return ((await query(sql, [keys])) as readonly Row[]).map((row) => read(row));
}
