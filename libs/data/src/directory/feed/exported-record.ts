import type { ExportedRecords } from '@care-atlas/domain/contract';
import { exportedClinic, exportedDoctor, exportedService, RECORD_ID } from '@care-atlas/domain/read-model';
import type { ChangeType, ClinicRecord } from '@care-atlas/domain/records';
import type { AsOf } from '@care-atlas/domain/rules';
import type { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import {
  CLINIC_PROPERTIES,
  CLINIC_SELECT,
  clinicJoins,
  clinicOfRow,
  type ClinicRow,
  columns,
  DOCTOR_PROPERTIES,
  registrationOf,
  select,
  serviceOfRow,
  type ServiceRow,
} from '../loading/dataset-row.js';
import { joinEvidence } from '../loading/evidence-row.js';
import { isHidden } from '../loading/merged-clinic.js';

/** The rows of a query, however it is sent. */
export type QueryRows = (sql: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/** How the records of a kind are read as the lists have them: only those that are listed. */
export interface ExportedKind<Type extends ChangeType> {
  /**
   * Returns the query, in the order of the keys.
   * @param keyed whether the first parameter lists keys: of doctors their numbers, otherwise ids of clinics
   */
  readonly sql: (keyed: boolean) => string;
  /** Returns the record of a row. @param asOf the day as of which evidence is judged */
  readonly read: (row: never, asOf: AsOf) => ExportedRecords[Type];
}

/** Returns SQL for the id of the clinic that answers for another, or else its own. */
function survivorOf(clinicId: string): string {
  return `coalesce((select survivor from corrected_record
    where record = 'clinic' and key = ${clinicId}::text), ${clinicId})`;
}

/** Returns SQL for the names of a list of one doctor. */
export function words(table: 'specialty' | 'language'): string {
  return `(select coalesce(json_agg(name order by position), '[]')
    from doctor_${table} join ${table} on ${table}.id = ${table}_id
    where doctor_${table}.registration_number = doctor.registration_number)`;
}

/** The columns of a clinic without its hours and evidence, each with a prefix, so that a row may have those of a doctor too. */
const CLINIC_COLUMNS = Object.fromEntries(
  CLINIC_PROPERTIES.map((property) => [`clinic_${property}`, columns('clinic', [property])[property]]),
) as Record<string, string>;

function clinicOf(row: Readonly<Record<string, unknown>>): ClinicRecord {
  const clinic = Object.fromEntries(
    CLINIC_PROPERTIES.map((property) => [property, row[`clinic_${property}`]]),
  );
  return { ...clinic, openingHours: [] } as unknown as ClinicRecord;
}

interface DoctorRow extends Pick<DoctorEntity, (typeof DOCTOR_PROPERTIES)[number] | 'practisingSince'> {
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
  readonly clinicIds: readonly string[];
}

const doctors: ExportedKind<'doctor'> = {
  sql: (keyed) => `${select({
    ...CLINIC_COLUMNS,
    ...columns('doctor', DOCTOR_PROPERTIES),
    practisingSince: `to_char(practising_since, 'YYYY-MM-DD')`,
    specialties: words('specialty'),
    languages: words('language'),
    clinicIds: 'place.ids::text[]',
  })}
    from doctor
    cross join lateral (
      select array_agg(id order by position) as ids
      from (
        select clinic.id, min(position) as position
        from (
          select doctor.primary_clinic_id as clinic_id, 0 as position
          union all
          select clinic_id, position from additional_location
          where additional_location.registration_number = doctor.registration_number
        ) location join clinic on clinic.id = ${survivorOf('location.clinic_id')}
        where closed_at is null group by clinic.id
      ) open_clinic
    ) place
    join clinic on clinic.id = place.ids[1]
    where expired_at is null and not ${isHidden('doctor', 'doctor.registration_number')}
      ${keyed ? 'and doctor.registration_number = any ($1::text[])' : ''}
    order by doctor.registration_number`,
  read: (row: DoctorRow) => {
    const { bookingPhone: phone, bookingOnline: online, bookingReferralOnly: referralOnly, ...doctor } = row;
    const clinic = clinicOf(row as unknown as Readonly<Record<string, unknown>>);
    const registration = registrationOf(row);
    return exportedDoctor({ ...doctor, booking: { phone, online, referralOnly }, registration }, clinic);
  },
};

/** Returns SQL for the words that the listed doctors of a clinic have, in order. */
function staffWords(table: 'specialty' | 'language'): string {
  return `(select coalesce(json_agg(name order by folded_name collate "C"), '[]') from ${table} where id in (
    select ${table}_id from doctor_${table} where registration_number = any (staff.numbers)))`;
}

/** The listed doctors of a clinic, and of those that it answers for. */
const STAFF = `
  left join (
    select survivor as id, array_agg(key::uuid) as ids from corrected_record
    where record = 'clinic' and survivor is not null group by survivor
  ) merged on merged.id = clinic.id
  cross join lateral (
    select coalesce(array_agg(registration_number), '{}') as numbers
    from (
      select registration_number from doctor where primary_clinic_id = any (merged.ids || clinic.id)
      union
      select registration_number from additional_location where clinic_id = any (merged.ids || clinic.id)
    ) practicing join doctor using (registration_number)
    where expired_at is null and not ${isHidden('doctor', 'registration_number')}
  ) staff`;

interface ExportedClinicRow extends ClinicRow {
  readonly doctorCount: number;
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
}

const clinics: ExportedKind<'clinic'> = {
  sql: (keyed) => `${select<ExportedClinicRow>({
    ...CLINIC_SELECT,
    doctorCount: 'cardinality(staff.numbers)',
    specialties: staffWords('specialty'),
    languages: staffWords('language'),
  })}
    from clinic ${clinicJoins(keyed)} ${STAFF}
    where closed_at is null ${keyed ? 'and clinic.id = any ($1::uuid[])' : ''}
    order by clinic.id`,
  read: ({ doctorCount, specialties, languages, ...clinic }: ExportedClinicRow, asOf) =>
    exportedClinic(clinicOfRow(clinic), { doctorCount, specialties, languages }, asOf),
};

const services: ExportedKind<'service'> = {
  // Of a survivor and the clinics merged into it, the survivor's own service of a specialty counts.
  sql: (keyed) => `${select({
    ...CLINIC_COLUMNS,
    ...columns('service', ['waitWeeks', 'accepting', 'observedAt']),
    specialty: 'service.specialty',
    stated: 'stated.rows',
    languages: staffWords('language'),
  })}
    from (
      select distinct on (clinic.id, specialty.name collate "C") clinic.id as clinic_id, specialty.name as specialty,
        wait_weeks, service.accepting, service.observed_at, concat(service.clinic_id, ' ', specialty_id) as said_of
      from specialty_service service join specialty on specialty.id = specialty_id
      join clinic on clinic.id = ${survivorOf('service.clinic_id')}
      where closed_at is null ${
        keyed
          ? `and clinic.id = any ($1::uuid[]) and service.clinic_id in (
        select unnest($1::uuid[]) union all select key::uuid from corrected_record
        where record = 'clinic' and survivor = any ($1::uuid[]))`
          : ''
      }
      order by clinic.id, specialty.name collate "C", service.clinic_id <> clinic.id, service.clinic_id
    ) service join clinic on clinic.id = service.clinic_id
    ${joinEvidence('service', 'service.said_of', keyed)} ${STAFF}
    order by clinic.id, service.specialty collate "C"`,
  read: (row: ServiceRow & { readonly languages: readonly string[] }, asOf) => {
    const clinic = clinicOf(row as unknown as Readonly<Record<string, unknown>>);
    const service = serviceOfRow({ ...row, clinicId: clinic.id });
    return exportedService(service, clinic, row.languages, asOf);
  },
};

export const EXPORTED: { readonly [Type in ChangeType]: ExportedKind<Type> } = {
  doctor: doctors,
  clinic: clinics,
  service: services,
};

/**
 * Returns the listed records with some keys, by what identifies them.
 * @param keys of doctors their numbers, of clinics and of services the ids of clinics
 * @param asOf the day as of which evidence is judged
 */
export async function exportedRecords<Type extends ChangeType>(
  query: QueryRows,
  type: Type,
  keys: readonly string[],
  asOf: AsOf,
): Promise<ReadonlyMap<string, ExportedRecords[Type]>> {
  if (keys.length === 0) return new Map();
  const { sql, read } = EXPORTED[type] as ExportedKind<Type>;
  const rows = await query(sql(true), [keys]);
  const records = rows.map((row) => read(row as never, asOf));
  return new Map(records.map((record) => [RECORD_ID[type](record), record]));
}
