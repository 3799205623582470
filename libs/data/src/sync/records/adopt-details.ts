import type { ClientBase } from 'pg';
import { DETAIL_KINDS } from '../../entities/imports/source-record.entity.js';

/** The rows of a table and, of an earlier release, those that waited, as `said`, with their source and time. */
const WITH_WAITING = (kind: string, table: string, source: string, at: string) => `(
    select stored.*, ${source} as of_source, ${at} as at from ${table} stored
    union all
    select (jsonb_populate_record(null::${table}, case record when '${kind}' then content end)).*, source, received_at from unmatched_record where record = '${kind}'
  ) said`;

const SUBJECT = `coalesce(said.clinic_id::text, said.registration_number)`;
const ISO = (time: string) => `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const IS_SAMPLE = (clinic: string) =>
  `exists (select from clinic where clinic.id = ${clinic} and origin = 'sample')`;

const REVIEWS = `
  select case when ${IS_SAMPLE('said.clinic_id')} or exists (
      select from doctor where doctor.registration_number = said.registration_number and ${IS_SAMPLE('primary_clinic_id')})
    then 'sample' else of_source end as source, 'review' as kind, said.id::text as key, ${SUBJECT} as subject,
    jsonb_build_object('subject', ${SUBJECT}, 'author', author, 'rating', rating, 'text', text, 'writtenOn', written_on,
      'waitTime', wait_time, 'staff', staff, 'communication', communication, 'thoroughness', thoroughness,
      'booking', booking, 'facility', facility) as fields, null::jsonb as said, at as first_listed, at as extracted_at,
    null::timestamptz as confirmed_at
  from ${WITH_WAITING('review', 'review', `'reviews'`, 'written_on::timestamptz')}`;

const OBSERVATIONS = `
  select said.source, 'observation', concat_ws(' ', ${SUBJECT}, ${ISO('observed_at')}, method), ${SUBJECT},
    jsonb_build_object('subject', ${SUBJECT}, 'accepting', accepting, 'method', method, 'observedAt', ${ISO('observed_at')},
      'code', code), null, at, at, null
  from ${WITH_WAITING('observation', 'availability_observation', 'source', 'observed_at')}
  where since is null`;

/** A field of a service that a source said, with its times. */
const FACT = (field: string, fact: string) =>
  `jsonb_object_agg('${field}', jsonb_strip_nulls(jsonb_build_object('since', since, 'previous', case
    when previous is not null then jsonb_build_object('value', previous, 'until', since) end))) filter (where field = '${fact}')`;
const VALUE = (fact: string) => `(array_agg(value) filter (where field = '${fact}'))[1]`;

/** What each source says of a service, by its evidence; the one that described it last said what is stored. */
const SERVICES = `
  select said.source, 'service', concat(clinic_id, ' ', folded_name), clinic_id::text,
    jsonb_build_object('subject', clinic_id, 'specialty', name) || jsonb_strip_nulls(jsonb_build_object(
      'waitWeeks', case when is_last then to_jsonb(wait_weeks) else wait end)) || jsonb_build_object(
      'accepting', case when is_last then to_jsonb(accepting) else accepts end),
    nullif(coalesce(said_wait, '{}') || coalesce(said_accepting, '{}'), '{}'),
    coalesce(least(first, observed_at), observed_at, last, now()), coalesce(case when is_last then observed_at end, last, now()), confirmed_at
  from specialty_service join specialty on specialty.id = specialty_id
  cross join lateral (
    select stated.source, stated.source = last_source as is_last, ${VALUE('serviceWait')} as wait, ${VALUE('serviceAccepting')} as accepts,
      ${FACT('waitWeeks', 'serviceWait')} as said_wait, ${FACT('accepting', 'serviceAccepting')} as said_accepting,
      min(since) as first, max(coalesce(stated.observed_at, since)) as last, max(stated.observed_at) filter (where confirms) as confirmed_at
    from (
      select source, field, value, previous, coalesce(since, evidence.observed_at, specialty_service.observed_at) as since,
        evidence.observed_at
      from evidence where record = 'service' and key = concat(clinic_id, ' ', specialty_id)
      union all select specialty_service.source, null, null, null, null, null
    ) stated
    cross join lateral (select coalesce(nullif(specialty_service.source, ''), 'specialists') as last_source) described
    left join source on source.name = stated.source
    group by stated.source, last_source
  ) said`;

/** The services of an earlier release that wait. */
const WAITING_SERVICES = `
  select source, 'service', concat(content ->> 'clinic_id', ' ', content ->> 'specialty'), content ->> 'clinic_id',
    jsonb_build_object('subject', content ->> 'clinic_id', 'specialty', content ->> 'specialty',
      'waitWeeks', content -> 'wait_weeks', 'accepting', content -> 'accepting'),
    nullif(jsonb_strip_nulls(jsonb_build_object(
      'waitWeeks', jsonb_build_object('since', content -> 'wait_since'),
      'accepting', jsonb_build_object('since', content -> 'accepting_since'))), '{"waitWeeks": {}, "accepting": {}}'),
    at, at, null
  from unmatched_record
    cross join lateral (select coalesce((content ->> 'observed_at')::timestamptz, received_at) as at) extract
  where record = 'service'`;

/** SQL for whether a directory has details, and no source records of them. */
export const LACKS_DETAILS = `((
  exists (select from specialty_service) or exists (select from review) or exists (select from unmatched_record)
  or exists (select from availability_observation where since is null)
) and not exists (select from source_record where subject is not null))`;

/**
 * Makes source records of the services, observations and reviews of a directory that was written without them, and of those
 * that waited for their doctor or clinic there. What waits since then stays.
 */
export async function adoptDetails(client: ClientBase): Promise<void> {
  await client.query(
    `insert into source_record (source, kind, key, subject, fields, said, first_listed, extracted_at, confirmed_at)
    select * from (${[REVIEWS, OBSERVATIONS, SERVICES, WAITING_SERVICES].join(' union all ')}) adopted
    on conflict (source, kind, key) do update set subject = excluded.subject, fields = excluded.fields, said = excluded.said,
      ended_at = null`,
  );
  await client.query('delete from unmatched_record');
  // What an earlier release brought the doctor or clinic of, it did not take from here.
  for (const kind of DETAIL_KINDS)
    await client.query(
      `insert into touched_${kind} select distinct key from source_record where kind = $1 and (
        exists (select from clinic where id::text = subject) or exists (select from doctor where registration_number = subject))
      on conflict do nothing`,
      [kind],
    );
}
