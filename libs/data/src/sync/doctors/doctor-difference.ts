import { columnList, comparedColumns, differences, differs } from '../staging/column-sql.js';
import { type DoctorColumn, SHARED_PROPERTIES } from './doctor-columns.js';

/** The staging table of every source of doctors. */
export const STAGED_DOCTOR = 'staged_doctor';

/** Describes how the doctors of one kind of source are merged. Every SQL fragment is a constant of this library. */
export interface DoctorMerge {
  /** The staging table, or a subquery with its shared columns, `primary_clinic_id`, `additional_clinics` and `columns`. */
  readonly from: string;
  /** The columns that are compared besides those that every source fills. */
  readonly columns: readonly DoctorColumn[];
  /**
   * Returns SQL for the time of confirmation, in terms of `stored`, which is null for a new doctor, and of the row that
   * has the compared columns: `staged`, or `stored` for a doctor in which they are equal.
   */
  readonly confirmedAt: (row: 'staged' | 'stored') => string;
  readonly syncedAt: string;
  /** SQL for the time of the extract; by default the stored one. */
  readonly extractedAt?: string;
}

/** Returns SQL for the assignments of the times of the run to a row `stored` that the source confirms. */
export function timesOf({
  confirmedAt,
  syncedAt,
  extractedAt = 'stored.extracted_at',
}: Pick<DoctorMerge, 'confirmedAt' | 'syncedAt' | 'extractedAt'>): string {
  return `confirmed_at = ${confirmedAt('stored')}, synced_at = ${syncedAt}, extracted_at = ${extractedAt}`;
}

export const SHARED = SHARED_PROPERTIES.filter((property) => property !== 'registrationNumber');
/** Columns that follow from others: they are compared, and not logged. */
const DERIVED: readonly DoctorColumn[] = ['id', 'searchName', 'primaryClinicId'];

/** Returns the columns that a changed doctor has from its staged row. */
function copiedColumns(columns: readonly DoctorColumn[]): readonly DoctorColumn[] {
  return [...SHARED, ...columns].filter((property) => property !== 'confirmedAt');
}

/** Returns the query for doctors that are new or differ in more than the times of the run, with their new values. */
export function changedDoctors({ from, columns, confirmedAt, syncedAt, extractedAt }: DoctorMerge): string {
  const compared = [...SHARED, ...columns];
  const logged = compared.filter((property) => !DERIVED.includes(property));
  const fields = differences([
    ...comparedColumns(logged),
    ['specialties', names('specialty', 'stored'), names('specialty', 'staged'), 'json'],
    ['languages', names('language', 'stored'), names('language', 'staged'), 'json'],
    ['clinics', STORED_CLINICS, STAGED_CLINICS],
  ]);
  // PostgreSQL reads a row from its beginning: what most statements look at comes first.
  return `select staged.registration_number,
      case
        when stored.registration_number is null then 'created'
        when stored.expired_at is null and staged.expired_at is not null then 'expired'
        when stored.expired_at is not null and staged.expired_at is null then 'unexpired'
        else 'updated'
      end as change,
      ${SPECIALTIES_DIFFER} as specialties_differ,
      ${LANGUAGES_DIFFER} as languages_differ,
      ${LOCATIONS_DIFFER} as clinics_differ,
      staged.additional_clinics, staged.specialties, staged.languages,
      stored_specialty.words as stored_specialties, stored_language.words as stored_languages,
      case when stored.registration_number is not null then ${fields} end as fields,
      ${confirmedAt('staged')} as confirmed_at, ${syncedAt} as synced_at,
      ${extractedAt ?? 'stored.extracted_at'} as extracted_at, ${columnList(copiedColumns(columns), 'staged')}
    from ${from} staged
    left join doctor stored using (registration_number)
    left join ${storedWords('specialty')} stored_specialty using (registration_number)
    left join ${storedWords('language')} stored_language using (registration_number)
    left join ${stagedNames('specialty', 'specialties')} staged_specialty on staged_specialty.words = staged.specialties
    left join ${stagedNames('language', 'languages')} staged_language on staged_language.words = staged.languages
    left join (
      select registration_number, array_agg(clinic_id order by position) as clinics
      from additional_location where registration_number in (${STAGED_NUMBERS})
      group by registration_number
    ) stored_location using (registration_number)
    where stored.registration_number is null or ${differs(compared)}
      or ${SPECIALTIES_DIFFER} or ${LANGUAGES_DIFFER} or ${LOCATIONS_DIFFER}`;
}

const STAGED_NUMBERS = `select registration_number from ${STAGED_DOCTOR}`;

/** Returns the stored lists: folded words joined as the staged ones are, and names for the change log. */
function storedWords(table: string): string {
  return `(
    select registration_number, string_agg(folded_name, e'\\t' order by position) as words,
      string_agg(quoted, ',' order by position) as names
    from doctor_${table} join (select id, folded_name, to_json(name)::text as quoted from ${table}) ${table}
      on ${table}.id = ${table}_id
    where registration_number in (${STAGED_NUMBERS})
    group by registration_number
  )`;
}

/** Returns the names of each staged list: many doctors have the same. */
function stagedNames(table: string, list: string): string {
  return `(
    select words, (
      select string_agg((select to_json(name)::text from ${table} where folded_name = item.word), ',' order by item.position)
      from unnest(string_to_array(words, e'\\t')) with ordinality item (word, position)
    ) as names
    from (select distinct ${list} as words from ${STAGED_DOCTOR}) list
  )`;
}

/** Returns the names of the words of one doctor as JSON, where the lists differ. */
function names(table: 'specialty' | 'language', row: 'stored' | 'staged'): string {
  return `case when ${table === 'specialty' ? SPECIALTIES_DIFFER : LANGUAGES_DIFFER}
    then concat('[', ${row}_${table}.names, ']') end`;
}

const SPECIALTIES_DIFFER = `coalesce(stored_specialty.words, '') <> staged.specialties`;
const LANGUAGES_DIFFER = `coalesce(stored_language.words, '') <> staged.languages`;
const STORED_LOCATIONS = `coalesce(stored_location.clinics, '{}')`;
const LOCATIONS_DIFFER = `${STORED_LOCATIONS} <> staged.additional_clinics`;

const CLINICS_DIFFER = `(stored.primary_clinic_id <> staged.primary_clinic_id or ${LOCATIONS_DIFFER})`;
const STORED_CLINICS = clinicNames(`stored.primary_clinic_id || ${STORED_LOCATIONS}`);
const STAGED_CLINICS = clinicNames('staged.primary_clinic_id || staged.additional_clinics');

function clinicNames(ids: string): string {
  return `case when ${CLINICS_DIFFER} then (
    select jsonb_agg((select name from clinic where clinic.id = item.id) order by item.position)
    from unnest(${ids}) with ordinality item (id, position)) end`;
}
