import { ACTIVE_STATUS } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { adoptDetails, LACKS_DETAILS } from './adopt-details.js';

/** What the sources say of a corrected record: the correction's own column has it. */
const SAID = (property: string, column: string) =>
  `case when corrected.source ? '${property}' then corrected.source -> '${property}' else to_jsonb(${column}) end`;
const CORRECTED = (record: string, key: string) =>
  `left join corrected_record corrected on corrected.record = '${record}' and corrected.key = ${key}`;
/** The time at which sources ended a record, whatever corrections say. */
const END = (property: string, column: string) => `(${SAID(property, column)} #>> '{}')::timestamptz`;

/** The source of a clinic of which it was not recorded. */
const SOURCE = `coalesce(nullif(clinic.source, ''), case origin
  when 'register' then 'register' when 'open-data' then 'odhf' when 'sample' then 'sample' else 'clinics' end)`;

const HOURS = `coalesce(corrected.source -> 'openingHours', (
  select jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens)
  from opening_interval where clinic_id = clinic.id), '[]')`;

const CLINICS = `
  insert into source_record (source, kind, key, fields, said, first_listed, extracted_at, ended_at, confirmed_at,
    address_key, place_key, phone)
  select source, 'clinic', id::text, jsonb_strip_nulls(jsonb_build_object('name', name)) || fields, said, first_listed,
    extracted_at, ended_at, confirmed_at, address_key, place_key, coalesce(fields ->> 'phone', '')
  from (
    select ${SOURCE} as source, clinic.id,
      case when origin <> 'register' or clinic.name not like 'Practice at %' then ${SAID('name', 'clinic.name')} end as name,
      jsonb_build_object(
        'address', jsonb_build_object('address', ${SAID('address', 'address')}, 'postalCode', ${SAID('postalCode', 'postal_code')}),
        'position', jsonb_build_object('lat', ${SAID('lat', 'lat')}, 'lng', ${SAID('lng', 'lng')},
          'positionSource', ${SAID('positionSource', 'position_source')}),
        'phone', nullif(${SAID('phone', 'phone')}, '""'), 'type', ${SAID('type', 'type')}, 'origin', origin
      ) || case when origin = 'register' then '{}' else jsonb_build_object(
        'website', nullif(${SAID('website', 'website')}, '""'),
        'hours', case when ${HOURS} <> '[]' or hours_note <> '' then jsonb_build_object(
          'spans', (select coalesce(jsonb_agg(jsonb_build_object('weekday', span -> 0, 'opens', span -> 1, 'closes', span -> 2)), '[]')
            from jsonb_array_elements(${HOURS}) span),
          'note', ${SAID('hoursNote', 'hours_note')}) end,
        'wheelchair', ${SAID('wheelchair', 'wheelchair')}, 'virtualVisits', ${SAID('virtualVisits', 'virtual_visits')},
        'accepting', listed.said, 'acceptingMethod', coalesce(listed.method, ''), 'observed', null) end as fields,
      nullif(coalesce(stated.said, '{}') || jsonb_strip_nulls(jsonb_build_object('accepting', listed.times)), '{}') as said,
      least(coalesce(extracted_at, synced_at), stated.first, listed.first) as first_listed,
      coalesce(extracted_at, synced_at) as extracted_at,
      case when origin <> 'register' then ${END('closedAt', 'closed_at')} end as ended_at,
      stated.confirmed_at, address_key, place_key
    from clinic ${CORRECTED('clinic', 'clinic.id::text')}
    left join lateral (
      select jsonb_object_agg(field, jsonb_strip_nulls(jsonb_build_object(
          'since', coalesce(since, clinic.extracted_at, clinic.synced_at), 'previous', case when previous is not null then jsonb_build_object('value', previous, 'until', coalesce(since, clinic.extracted_at, clinic.synced_at)) end))) as said,
        min(since) as first, max(observed_at) filter (where confirms) as confirmed_at
      from evidence left join source on source.name = evidence.source
      where record = 'clinic' and key = clinic.id::text and evidence.source = ${SOURCE} and field <> 'hours'
    ) stated on true
    left join lateral (
      select to_jsonb(accepting) as said, method, jsonb_build_object('since', since) as times,
        since as first
      from availability_observation observation
      where clinic_id = clinic.id and since is not null and observation.source in ('', ${SOURCE})
      order by observed_at desc limit 1
    ) listed on true
  ) clinic`;

const WORDS = (table: string, property: string) => `coalesce(corrected.source -> '${property}', (
  select jsonb_agg(name order by position) from doctor_${table} join ${table} on id = ${table}_id
  where doctor_${table}.registration_number = doctor.registration_number), '[]')`;
const PREVIOUS = (fact: string) => `case when previous_facts ? '${fact}' then jsonb_build_object('previous',
  jsonb_build_object('value', previous_facts -> '${fact}', 'until', coalesce(confirmed_at, doctor.synced_at))) end`;
const IS_ACTIVE = `lower(registration_status) = '${ACTIVE_STATUS}'`;

const DOCTORS = `
  insert into source_record (source, kind, key, fields, said, first_listed, extracted_at, ended_at)
  select case when registration_status <> '' then 'register' when clinic.origin = 'sample' then 'sample' else 'doctors' end,
    'doctor', registration_number,
    jsonb_build_object(
      'name', ${SAID('name', 'doctor.name')}, 'gender', ${SAID('gender', 'gender')},
      'practisingSince', ${SAID('practisingSince', 'practising_since')}, 'practiceStart', ${SAID('practiceStart', 'practice_start')},
      'specialties', ${WORDS('specialty', 'specialties')}, 'languages', ${WORDS('language', 'languages')},
      'referralRequired', ${SAID('referralRequired', 'referral_required')},
      'bookingPhone', case when booking_phone = clinic.phone then '""'::jsonb else ${SAID('bookingPhone', 'booking_phone')} end,
      'placePhone', clinic.phone, 'bookingOnline', ${SAID('bookingOnline', 'booking_online')},
      'bookingReferralOnly', ${SAID('bookingReferralOnly', 'booking_referral_only')},
      'status', registration_status, 'registrationClass', ${SAID('registrationClass', 'registration_class')},
      'registrationRestrictions', case when registration_status = '' then registration_restrictions else 'unknown' end,
      'registrationAsOf', case when registration_status = '' then registration_as_of end,
      'endedOn', case when not ${IS_ACTIVE} then ${SAID('expiredAt', 'expired_at')} end,
      'confirmedOn', case when registration_status = '' then confirmed_at end,
      'places', jsonb_build_array(primary_clinic_id) || coalesce((
        select jsonb_agg(clinic_id order by position) from additional_location
        where additional_location.registration_number = doctor.registration_number), '[]')),
    nullif(jsonb_strip_nulls(jsonb_build_object('specialties', ${PREVIOUS('specialties')}, 'languages', ${PREVIOUS('languages')})), '{}'),
    coalesce(confirmed_at, doctor.synced_at), coalesce(doctor.extracted_at, confirmed_at, doctor.synced_at),
    case when ${IS_ACTIVE} then ${END('expiredAt', 'expired_at')} end
  from doctor join clinic on clinic.id = primary_clinic_id ${CORRECTED('doctor', 'registration_number')}`;

/**
 * Makes source records of a directory that was written without them: by an earlier release, before the upgrade or after a
 * rollback. Touches all clinics, because records of several sources may be about one.
 */
export async function adoptDirectory(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStale: boolean; lacksDetails: boolean }>(
    `select ${LACKS_DETAILS} as "lacksDetails", (exists (select from clinic) and not exists (select from source_record where kind = 'clinic')) or exists (
      select from sync_run where status = 'succeeded' and not keeps_records
        and finished_at > (select max(finished_at) from sync_run where status = 'succeeded' and keeps_records)) as "isStale"`,
  );
  const { isStale, lacksDetails } = rows[0]!;
  if (isStale || lacksDetails) await adoptDetails(client);
  if (!isStale) return;
  await client.query(
    `delete from source_record where kind in ('clinic', 'doctor');
    delete from source_extract where kind in ('clinic', 'doctor')`,
  );
  // An earlier release read other classes since, and no restrictions.
  await client.query(
    `update doctor set registration_restrictions = 'unknown', registration_as_of = null
    where registration_status <> '' and (registration_restrictions <> 'unknown' or registration_as_of is not null)`,
  );
  await client.query(CLINICS);
  await client.query(DOCTORS);
  // An earlier release does not know since when a source says what it wrote.
  await client.query(
    `update evidence set since = coalesce(observed_at, extracted_at, synced_at) from clinic
    where record = 'clinic' and key = id::text and since is null`,
  );
  await client.query('insert into touched_clinic select id::text from clinic');
  await client.query('analyze source_record');
}
