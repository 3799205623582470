import {
  type ClinicRecord,
  type DoctorRecord,
  type OpeningInterval,
  type Registration,
  REVIEW_DIMENSIONS,
  type ReviewDimension,
  type ReviewRecord,
  type SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import { columnName } from '../../entities/column-name.js';
// Types only: the thread that loads a dataset would need a few hundred milliseconds more to load TypeORM.
import type { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import type { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import type { ReviewEntity } from '../../entities/directory/review.entity.js';
import {
  CLINIC_EVIDENCE_COLUMNS,
  clinicEvidence,
  type ClinicEvidenceRow,
  doctorEvidence,
  type EvidenceRow,
  isDated,
  joinCorrections,
  joinEvidence,
  joinObservations,
  sourceMethod,
  statements,
} from './evidence-row.js';
import { isHidden, MERGED_CLINICS } from './merged-clinic.js';

/** A query over one kind of record. */
export interface RowQuery<Row, Record> {
  readonly sql: string;
  /** Returns a function that turns rows into records. It may remember earlier rows of the same query. */
  readonly newReader: () => (row: Row) => Record;
}

/** The clinics that others answer for, each with its survivor. */
export const MERGES: RowQuery<MergeRow, MergeRow> = {
  sql: `select merged_id as id, survivor from ${MERGED_CLINICS} merged order by merged_id`,
  newReader: () => (row) => row,
};

/** The clinics that no list has any more. Of a hidden one, nothing is said. */
export const CLOSURES: RowQuery<ClosureRow, ClosureRow> = {
  sql: `select id, closed_at as "closedAt" from clinic
    where closed_at is not null and not ${isHidden('clinic', 'id::text')} order by id`,
  newReader: () => (row) => row,
};

interface ClosureRow {
  readonly id: string;
  readonly closedAt: Date;
}

interface MergeRow {
  readonly id: string;
  readonly survivor: string;
}

/** Returns the join of a clinic to what refers to it: a clinic that was merged is its survivor. */
function joinClinic(reference: string, clinic = 'clinic', kind = 'join'): string {
  return `left join ${MERGED_CLINICS} merged_${clinic} on merged_${clinic}.merged_id = ${reference}
    ${kind} clinic ${clinic} on ${clinic}.id = coalesce(merged_${clinic}.survivor, ${reference})`;
}

/** SQL expressions by the property of the row that they fill. */
type SelectList<Row> = { readonly [Property in keyof Row]: string };

export function select<Row>(list: SelectList<Row>): string {
  const items = Object.entries<string>(list).map(([property, sql]) => `${sql} as "${property}"`);
  return `select ${items.join(', ')}`;
}

/** Returns the select list of some columns of an entity. */
export function columns<Property extends string>(table: string, properties: readonly Property[]) {
  const items = properties.map((property) => [property, `${table}.${columnName(property)}`]);
  return Object.fromEntries(items) as { readonly [P in Property]: string };
}

export const CLINIC_PROPERTIES = [
  'id',
  'name',
  'address',
  'postalCode',
  'lat',
  'lng',
  'positionSource',
  'phone',
  'website',
  'type',
  'wheelchair',
  'virtualVisits',
  'hoursNote',
  'specialDays',
  'nearSubway',
  'accepting',
  'acceptingObservedAt',
  'acceptingMethod',
  'acceptingSource',
  'acceptingCode',
  'origin',
  'syncedAt',
  'extractedAt',
] as const satisfies readonly (keyof ClinicEntity)[];

/** A clinic with its hours and its evidence, as a query returns it. */
export interface ClinicRow
  extends Pick<ClinicEntity, (typeof CLINIC_PROPERTIES)[number]>, ClinicEvidenceRow {
  readonly hours: readonly OpeningInterval[] | null;
  readonly openDataAt: Date | null;
}

/** SQL for the time of the extract of open data that names a clinic, or one that was merged into it. */
const OPEN_DATA_AT = `case when clinic.origin = 'open-data' then (
  select max(record.extracted_at) from source_record record
  where record.source = clinic.source and record.kind = 'clinic' and record.key in (
    select clinic.id::text
    union all select merged_id::text from ${MERGED_CLINICS} merged where survivor = clinic.id)) end`;

/** The select list of a clinic, over the table and `clinicJoins`. */
export const CLINIC_SELECT: SelectList<ClinicRow> = {
  ...columns('clinic', CLINIC_PROPERTIES),
  hours: 'opening.spans',
  openDataAt: OPEN_DATA_AT,
  ...CLINIC_EVIDENCE_COLUMNS,
};

/**
 * Returns the joins of a clinic to its hours and its evidence.
 * @param keyed whether only the clinics of the first parameter are read
 */
export const clinicJoins = (keyed = false) => `left join (
      select clinic_id as id, json_agg(
        json_build_object('weekday', weekday, 'opens', opens, 'closes', closes) order by weekday, opens
      ) as spans
      from opening_interval ${keyed ? 'where clinic_id = any ($1::uuid[])' : ''} group by clinic_id
    ) opening using (id)
    ${joinObservations(keyed)}
    ${joinEvidence('clinic', 'clinic.id::text', keyed)}`;

/** Returns the clinic of a row. */
export function clinicOfRow(row: ClinicRow): ClinicRecord {
  const { acceptingObservedAt, acceptingMethod, acceptingSource, acceptingCode, hours, ...stored } = row;
  const {
    extractedAt,
    observed: _observed,
    stated: _stated,
    corrections: _corrections,
    acceptingBy,
    hoursNote,
    openDataAt,
    specialDays,
    ...clinic
  } = stored;
  return {
    ...clinic,
    ...(openDataAt && { openDataAt }),
    ...(hoursNote && { hoursNote }),
    ...(specialDays.length > 0 && { specialDays }),
    acceptingObserved: acceptingObservedAt && {
      observedAt: acceptingObservedAt,
      ...(!isDated(row, row) && { dated: false }),
      method: acceptingMethod,
      source: acceptingSource,
      sourceMethod: sourceMethod(acceptingSource, acceptingBy),
      code: acceptingCode,
    },
    openingHours: hours ?? [],
    evidence: clinicEvidence(row, extractedAt ?? clinic.syncedAt),
  };
}

const clinicQuery = (condition: string, keyed = false): RowQuery<ClinicRow, ClinicRecord> => ({
  sql: `${select(CLINIC_SELECT)} from clinic ${clinicJoins(keyed)}
    where ${condition} ${keyed ? 'and clinic.id = any ($1::uuid[])' : ''}
    order by search_name collate "C", clinic.id`,
  newReader: () => clinicOfRow,
});

const OPEN = 'closed_at is null';
export const CLINICS = clinicQuery(OPEN);
/** The same for the ids of the first parameter. */
export const CLINICS_BY_ID = clinicQuery(OPEN, true);

/** Closed clinics at which an expired doctor practiced last: the record of the doctor still shows them. */
export const CLOSED_CLINICS =
  clinicQuery(`closed_at is not null and not ${isHidden('clinic', 'clinic.id::text')} and id in (
  select primary_clinic.id from doctor ${joinClinic('primary_clinic_id', 'primary_clinic')} where expired_at is not null)`);

export const DOCTOR_PROPERTIES = [
  'registrationNumber',
  'id',
  'name',
  'gender',
  'referralRequired',
  'bookingPhone',
  'bookingOnline',
  'bookingReferralOnly',
  'registrationClass',
  'registrationRestrictions',
  'registrationAsOf',
  'confirmedAt',
  'syncedAt',
  'expiredAt',
] as const satisfies readonly (keyof DoctorEntity)[];

/** Returns what the register says of the registration of a doctor. */
export function registrationOf(
  doctor: Pick<DoctorEntity, 'registrationClass' | 'registrationRestrictions' | 'registrationAsOf'>,
): Registration {
  const { registrationClass, registrationRestrictions: restrictions, registrationAsOf: asOf } = doctor;
  return { class: registrationClass, restrictions, asOf };
}

interface DoctorRow
  extends
    Pick<DoctorEntity, (typeof DOCTOR_PROPERTIES)[number] | 'practisingSince' | 'previousFacts'>,
    Pick<EvidenceRow, 'corrections'> {
  readonly isSample: boolean;
  readonly specialties: string | null;
  readonly languages: string | null;
  readonly clinicIds: string;
}

// Each list is one text: the driver needs several times as long to parse an array.
const SEPARATOR = '\t';
const BY_NUMBER = 'registration_number = any ($1::text[])';
const joinWords = (table: string, condition: string) => `left join (
    select registration_number, string_agg(name, e'\\t' order by position) as names
    from doctor_${table} join ${table} on ${table}.id = ${table}_id where ${condition} group by registration_number
  ) ${table} using (registration_number)`;

const doctorQuery = (condition: string): RowQuery<DoctorRow, DoctorRecord> => ({
  sql: `${select<DoctorRow>({
    ...columns('doctor', DOCTOR_PROPERTIES),
    practisingSince: `to_char(practising_since, 'YYYY-MM-DD')`,
    specialties: 'specialty.names',
    languages: 'language.names',
    isSample: `primary_clinic.origin = 'sample'`,
    ...columns('doctor', ['previousFacts']),
    corrections: 'corrected.rows',
    clinicIds: `concat_ws(e'\\t', case
      when primary_clinic.closed_at is null or (expired_at is not null and additional.clinics is null)
      then primary_clinic.id end, additional.clinics)`,
  })}
    from doctor
    ${joinClinic('primary_clinic_id', 'primary_clinic')}
    ${joinWords('specialty', condition)}
    ${joinWords('language', condition)}
    left join (
      select registration_number, string_agg(clinic.id::text, e'\\t' order by position) as clinics
      from additional_location ${joinClinic('clinic_id')}
      where closed_at is null and ${condition} group by registration_number
    ) additional using (registration_number)
    ${joinCorrections('doctor', 'doctor.registration_number')}
    where doctor.${condition} and not ${isHidden('doctor', 'doctor.registration_number')}
      and (expired_at is null or additional.clinics is not null or not ${isHidden('clinic', 'primary_clinic.id::text')})
    order by doctor.search_name collate "C", registration_number collate "C"`,
  newReader: () => {
    const lists = new Map<string, readonly string[]>();
    const list = (text: string | null) => sharedList(lists, text);
    return (row) => ({
      registrationNumber: row.registrationNumber,
      id: row.id,
      name: row.name,
      gender: row.gender,
      practisingSince: row.practisingSince,
      specialties: list(row.specialties),
      languages: list(row.languages),
      clinicIds: row.clinicIds ? [...new Set(row.clinicIds.split(SEPARATOR))] : [],
      referralRequired: row.referralRequired,
      booking: { phone: row.bookingPhone, online: row.bookingOnline, referralOnly: row.bookingReferralOnly },
      registration: registrationOf(row),
      confirmedAt: row.confirmedAt,
      syncedAt: row.syncedAt,
      expiredAt: row.expiredAt,
      ...(row.isSample && { source: 'sample' }),
      ...((row.previousFacts ?? row.corrections) && {
        evidence: doctorEvidence(row, row.confirmedAt ?? row.syncedAt),
      }),
    });
  },
});

export const DOCTORS = doctorQuery('registration_number is not null');
/** The same for the registration numbers of the first parameter. */
export const DOCTORS_BY_NUMBER = doctorQuery(BY_NUMBER);

/** Doctors share few combinations of specialties or languages: each is kept in memory once. */
function sharedList(lists: Map<string, readonly string[]>, text: string | null): readonly string[] {
  if (!text) return [];
  const known = lists.get(text);
  if (known) return known;
  const list = Object.freeze(text.split(SEPARATOR));
  lists.set(text, list);
  return list;
}

/** A service with its evidence, as a query returns it. */
export interface ServiceRow extends Omit<SpecialtyServiceRecord, 'evidence'>, Pick<EvidenceRow, 'stated'> {
  readonly observedAt: Date | null;
}

const serviceQuery = (keyed: boolean): RowQuery<ServiceRow, SpecialtyServiceRecord> => ({
  // Of a survivor and the clinics merged into it, the survivor's own service of a specialty counts.
  sql: `${select<ServiceRow>({
    clinicId: 'distinct on (clinic.id, specialty.name collate "C") clinic.id',
    ...columns('service', ['waitWeeks', 'accepting', 'observedAt']),
    specialty: 'specialty.name',
    stated: 'stated.rows',
  })}
    from specialty_service service
    ${joinClinic('clinic_id')}
    join specialty on specialty.id = specialty_id
    ${joinEvidence('service', `concat(service.clinic_id, ' ', specialty_id)`, keyed)}
    where closed_at is null ${keyed ? 'and clinic.id = any ($1::uuid[])' : ''}
    order by clinic.id, specialty.name collate "C", clinic_id <> clinic.id, clinic_id`,
  newReader: () => serviceOfRow,
});

/** Returns the service of a row. */
export function serviceOfRow({ stated, observedAt, ...service }: ServiceRow): SpecialtyServiceRecord {
  return { ...service, ...(observedAt && { evidence: statements(stated, observedAt) }) };
}

export const SERVICES = serviceQuery(false);
/** The same for the ids of clinics of the first parameter. */
export const SERVICES_BY_CLINIC = serviceQuery(true);

interface ReviewRow extends Pick<
  ReviewEntity,
  | 'id'
  | 'registrationNumber'
  | 'clinicId'
  | 'author'
  | 'rating'
  | 'text'
  | 'writtenOn'
  | 'reply'
  | 'repliedOn'
> {
  /** One digit per dimension, 0 where it was not rated: one column to read instead of six. */
  readonly ratings: string;
}

export const REVIEWS: RowQuery<ReviewRow, ReviewRecord> = {
  sql: `${select<ReviewRow>({
    ...columns('review', ['id', 'registrationNumber', 'author', 'rating', 'text', 'reply']),
    clinicId: 'clinic.id',
    repliedOn: `to_char(replied_on, 'YYYY-MM-DD')`,
    writtenOn: `to_char(written_on, 'YYYY-MM-DD')`,
    ratings: `concat(${REVIEW_DIMENSIONS.map((dimension) => `coalesce(${dimension}, 0)`).join(', ')})`,
  })}
    from review ${joinClinic('clinic_id', 'clinic', 'left join')}
    where closed_at is null and not ${isHidden('doctor', 'registration_number')}
    order by registration_number collate "C", clinic.id, written_on desc, review.id`,
  newReader: () => (row) => ({
    id: row.id,
    subject: row.registrationNumber === null ? { clinic: row.clinicId! } : { doctor: row.registrationNumber },
    author: row.author,
    rating: row.rating,
    text: row.text,
    date: row.writtenOn,
    dimensions: dimensionRatings(row.ratings),
    ...(row.reply !== null && { reply: { text: row.reply, date: row.repliedOn! } }),
  }),
};

function dimensionRatings(digits: string): ReviewRecord['dimensions'] {
  const ratings: Partial<Record<ReviewDimension, number>> = {};
  REVIEW_DIMENSIONS.forEach((dimension, i) => {
    const rating = Number(digits[i]);
    if (rating > 0) ratings[dimension] = rating;
  });
  return ratings;
}
