import {
  type ClinicOrigin,
  type ClinicRecord,
  type ClinicType,
  type DoctorRecord,
  type Gender,
  type OpeningInterval,
  type PositionSource,
  REVIEW_DIMENSIONS,
  type ReviewDimension,
  type ReviewRecord,
  type SpecialtyServiceRecord,
  type Weekday,
} from '@care-atlas/domain/records';

/** A query over one kind of record, and how one of its rows, an array of columns, becomes the record. */
export interface RowQuery<Row extends unknown[], Record> {
  readonly sql: string;
  /** A reader may remember what earlier rows of the same query held. */
  readonly newReader: () => (row: Row) => Record;
}

type ClinicRow = [
  id: string,
  name: string,
  address: string,
  postalCode: string,
  lat: number,
  lng: number,
  positionSource: PositionSource,
  phone: string,
  website: string,
  type: ClinicType,
  wheelchair: boolean | null,
  virtualVisits: boolean | null,
  nearSubway: boolean,
  accepting: boolean | null,
  acceptingObservedAt: Date | null,
  acceptingMethod: string,
  origin: ClinicOrigin,
  syncedAt: Date,
  openingHours: [Weekday, number, number][] | null,
];

const clinicQuery = (which: string): RowQuery<ClinicRow, ClinicRecord> => ({
  sql: `select id, name, address, postal_code, lat, lng, position_source, phone, website, type, wheelchair,
      virtual_visits, near_subway, accepting, accepting_observed_at, accepting_method, origin, synced_at, hours.spans
    from clinic left join (
      select clinic_id as id, jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens) as spans
      from opening_interval group by clinic_id
    ) hours using (id)
    where ${which}
    order by search_name collate "C", id`,
  newReader: () => (row) => ({
    id: row[0],
    name: row[1],
    address: row[2],
    postalCode: row[3],
    lat: row[4],
    lng: row[5],
    positionSource: row[6],
    phone: row[7],
    website: row[8],
    type: row[9],
    wheelchair: row[10],
    virtualVisits: row[11],
    nearSubway: row[12],
    accepting: row[13],
    acceptingObserved: row[14] && { observedAt: row[14], method: row[15] },
    origin: row[16],
    syncedAt: row[17],
    openingHours: (row[18] ?? []).map(openingInterval),
  }),
});

export const CLINICS = clinicQuery('closed_at is null');

/** Clinics that an expired doctor had last: the record of the doctor still shows them. */
export const CLOSED_CLINICS = clinicQuery(`closed_at is not null
  and id in (select primary_clinic_id from doctor where expired_at is not null)`);

function openingInterval([weekday, opens, closes]: [Weekday, number, number]): OpeningInterval {
  return { weekday, opens, closes };
}

type DoctorRow = [
  registrationNumber: string,
  id: string,
  name: string,
  gender: Gender | '',
  practisingSince: string,
  specialties: string | null,
  languages: string | null,
  clinicIds: string,
  referralRequired: boolean,
  bookingPhone: string,
  bookingOnline: string,
  bookingReferralOnly: boolean,
  confirmedAt: Date | null,
  syncedAt: Date,
  expiredAt: Date | null,
];

// The lists come as one text each: reading an array costs the driver several times as much.
const SEPARATOR = '\t';
const words = (table: string) => `left join (
    select registration_number, string_agg(name, e'\\t' order by position) as names
    from doctor_${table} join ${table} on ${table}.id = ${table}_id group by registration_number
  ) ${table} using (registration_number)`;

export const DOCTORS: RowQuery<DoctorRow, DoctorRecord> = {
  sql: `select registration_number, doctor.id, doctor.name, gender, to_char(practising_since, 'YYYY-MM-DD'),
      specialty.names, language.names,
      concat_ws(e'\\t', case when primary_clinic.closed_at is null or (expired_at is not null and additional.clinics is null)
        then primary_clinic_id end, additional.clinics),
      referral_required, booking_phone, booking_online, booking_referral_only, confirmed_at, doctor.synced_at,
      expired_at
    from doctor
    join clinic primary_clinic on primary_clinic.id = primary_clinic_id
    ${words('specialty')}
    ${words('language')}
    left join (
      select registration_number, string_agg(clinic_id::text, e'\\t' order by position) as clinics
      from additional_location join clinic on clinic.id = clinic_id
      where closed_at is null group by registration_number
    ) additional using (registration_number)
    order by doctor.search_name collate "C", registration_number collate "C"`,
  newReader: () => {
    const lists = new Map<string, readonly string[]>();
    const list = (text: string | null) => sharedList(lists, text);
    return (row) => ({
      registrationNumber: row[0],
      id: row[1],
      name: row[2],
      gender: row[3],
      practisingSince: row[4],
      specialties: list(row[5]),
      languages: list(row[6]),
      clinicIds: row[7] ? row[7].split(SEPARATOR) : [],
      referralRequired: row[8],
      booking: { phone: row[9], online: row[10], referralOnly: row[11] },
      confirmedAt: row[12],
      syncedAt: row[13],
      expiredAt: row[14],
    });
  },
};

/** Doctors share few combinations of specialties or languages: each is kept in memory once. */
function sharedList(lists: Map<string, readonly string[]>, text: string | null): readonly string[] {
  if (!text) return [];
  const known = lists.get(text);
  if (known) return known;
  const list = Object.freeze(text.split(SEPARATOR));
  lists.set(text, list);
  return list;
}

type ServiceRow = [clinicId: string, specialty: string, waitWeeks: number, accepting: boolean | null];

export const SERVICES: RowQuery<ServiceRow, SpecialtyServiceRecord> = {
  sql: `select clinic_id, specialty.name, wait_weeks, specialty_service.accepting
    from specialty_service
    join clinic on clinic.id = clinic_id
    join specialty on specialty.id = specialty_id
    where closed_at is null
    order by clinic_id, specialty.name collate "C"`,
  newReader: () => (row) => ({
    clinicId: row[0],
    specialty: row[1],
    waitWeeks: row[2],
    accepting: row[3],
  }),
};

type ReviewRow = [
  id: string,
  doctor: string | null,
  clinic: string | null,
  author: string,
  rating: number,
  text: string,
  date: string,
  ratings: string,
];

export const REVIEWS: RowQuery<ReviewRow, ReviewRecord> = {
  // One digit per dimension, 0 where it was not rated: one column to read instead of six.
  sql: `select review.id, registration_number, clinic_id, author, rating, text, to_char(written_on, 'YYYY-MM-DD'),
      concat(${REVIEW_DIMENSIONS.map((dimension) => `coalesce(${dimension}, 0)`).join(', ')})
    from review left join clinic on clinic.id = clinic_id
    where closed_at is null
    order by registration_number collate "C", clinic_id, written_on desc, review.id`,
  newReader: () => (row) => ({
    id: row[0],
    subject: row[1] === null ? { clinic: row[2]! } : { doctor: row[1] },
    author: row[3],
    rating: row[4],
    text: row[5],
    date: row[6],
    dimensions: dimensionRatings(row[7]),
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
