import { columnList, comparedColumns, differences, differs } from '../staging/column-sql.js';
import { propertiesOf } from '../staging/entity-table.js';
import { type DoctorColumn, SHARED_COLUMNS } from './doctor-columns.js';

/** Describes how the doctors of one kind of source are merged. Every SQL fragment is a constant of this library. */
export interface DoctorMerge {
  /** A staging table or subquery with the shared columns, `primary_clinic_id`, `additional_clinics` and `columns`. */
  readonly from: string;
  /** The columns that are compared besides those that every source fills. */
  readonly columns: readonly DoctorColumn[];
  /** SQL for the time of confirmation, in terms of `staged` and `stored`, which is null for a new doctor. */
  readonly confirmedAt: string;
  readonly syncedAt: string;
  /** SQL for the time of the extract; by default the stored one. */
  readonly extractedAt?: string;
}

export const SHARED = propertiesOf(SHARED_COLUMNS).filter((property) => property !== 'registrationNumber');
/** Columns that follow from others: they are compared, and not logged. */
const DERIVED: readonly DoctorColumn[] = ['id', 'searchName', 'primaryClinicId'];

/** Returns SQL for a digest of the lists of a staged row. */
export function listDigest(syncedAt: string): string {
  return `md5(concat_ws('|', staged.specialties, staged.languages, staged.additional_clinics,
    extract(epoch from ${syncedAt})))::uuid`;
}

/** Returns the query for doctors that are new or differ in more than the times of the run, with their new values. */
export function changedDoctors({ from, columns, confirmedAt, syncedAt, extractedAt }: DoctorMerge): string {
  const compared = [...SHARED, ...columns];
  const logged = compared.filter((property) => !DERIVED.includes(property));
  const fields = differences([
    ...comparedColumns(logged),
    ['specialties', words('specialty', 'stored'), words('specialty', 'staged')],
    ['languages', words('language', 'stored'), words('language', 'staged')],
    ['clinics', STORED_CLINICS, STAGED_CLINICS],
  ]);
  const copied = compared.filter((property) => property !== 'confirmedAt');
  return `select staged.registration_number, ${columnList(copied, 'staged')},
      ${confirmedAt} as confirmed_at, ${syncedAt} as synced_at, ${extractedAt ?? 'stored.extracted_at'} as extracted_at, ${listDigest(syncedAt)} as list_digest,
      staged.specialties, staged.languages, staged.additional_clinics,
      ${SPECIALTIES_DIFFER} as specialties_differ,
      ${LANGUAGES_DIFFER} as languages_differ,
      ${LOCATIONS_DIFFER} as clinics_differ,
      case
        when stored.registration_number is null then 'created'
        when stored.expired_at is null and staged.expired_at is not null then 'expired'
        when stored.expired_at is not null and staged.expired_at is null then 'unexpired'
        else 'updated'
      end as change,
      case when stored.registration_number is not null then ${fields} end as fields
    from ${from} staged
    left join doctor stored using (registration_number)
    left join list_candidate candidate using (registration_number)
    left join ${storedWords('specialty')} stored_specialty using (registration_number)
    left join ${storedWords('language')} stored_language using (registration_number)
    left join (
      select registration_number, array_agg(clinic_id order by position) as clinics
      from additional_location where registration_number in (select registration_number from list_candidate)
      group by registration_number
    ) stored_location using (registration_number)
    where stored.registration_number is null
      or ${differs(compared)}
      or ${SPECIALTIES_DIFFER} or ${LANGUAGES_DIFFER} or ${LOCATIONS_DIFFER}`;
}

/** Returns the folded words of the candidates, joined as the staged ones are. */
function storedWords(table: string): string {
  return `(
    select registration_number, string_agg(folded_name, e'\\t' order by position) as words
    from doctor_${table} join ${table} on ${table}.id = ${table}_id
    where registration_number in (select registration_number from list_candidate)
    group by registration_number
  )`;
}

/** Returns the unfolded words of one doctor, read only where the lists differ. */
function words(table: 'specialty' | 'language', row: 'stored' | 'staged'): string {
  const list = table === 'specialty' ? 'specialties' : 'languages';
  const item = `unnest(string_to_array(${row === 'stored' ? `stored_${table}.words` : `staged.${list}`}, e'\\t'))
    with ordinality item (word, position)`;
  const name = `(select name from ${table} where folded_name = item.word)`;
  return `case when ${table === 'specialty' ? SPECIALTIES_DIFFER : LANGUAGES_DIFFER} then
    coalesce((select jsonb_agg(${name} order by item.position) from ${item}), '[]') end`;
}

// The stored lists are read for candidates only: all others equal the staged ones. A new doctor has none yet.
const LISTS_READ = '(candidate.registration_number is not null or stored.registration_number is null)';
const SPECIALTIES_DIFFER = `(${LISTS_READ} and coalesce(stored_specialty.words, '') <> staged.specialties)`;
const LANGUAGES_DIFFER = `(${LISTS_READ} and coalesce(stored_language.words, '') <> staged.languages)`;
const LOCATIONS_DIFFER = `(${LISTS_READ} and coalesce(stored_location.clinics, '{}') <> staged.additional_clinics)`;
const STORED_LOCATIONS = `case when ${LISTS_READ}
  then coalesce(stored_location.clinics, '{}') else staged.additional_clinics end`;

const CLINICS_DIFFER = `(stored.primary_clinic_id <> staged.primary_clinic_id or ${LOCATIONS_DIFFER})`;
const STORED_CLINICS = clinicNames(`stored.primary_clinic_id || ${STORED_LOCATIONS}`);
const STAGED_CLINICS = clinicNames('staged.primary_clinic_id || staged.additional_clinics');

function clinicNames(ids: string): string {
  return `case when ${CLINICS_DIFFER} then (
    select jsonb_agg((select name from clinic where clinic.id = item.id) order by item.position)
    from unnest(${ids}) with ordinality item (id, position)) end`;
}
