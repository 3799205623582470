import { confirmedSince } from '../records/stored-record.js';
import { refuseChanges } from '../run/change-limit.js';
import type { SyncContext } from '../run/sync-context.js';

/** Since when a source says a field, in terms of `record`. */
const SINCE = `coalesce((record.said -> 'accepting' ->> 'since')::timestamptz, record.first_listed)`;

const CONFIRMED = confirmedSince('accepting', SINCE);

/**
 * Receives what the staged clinics say about acceptance with a date: each is an observation of its own, added to those before
 * it.
 */
export async function receiveListedObservations({
  client,
  run,
  now,
  extractedAt,
}: SyncContext): Promise<void> {
  await client.query(
    `with dated as (
      select distinct on (key, method, at) key as subject, (said ->> 'accepting')::boolean as accepting, method, at
      from staged_clinic cross join lateral (
        select fields -> 'observed' as said, fields -> 'observed' ->> 'method' as method,
          to_char(least((fields -> 'observed' ->> 'observedAt')::timestamptz, $1), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      ) observed
      where jsonb_typeof(said) = 'object'
    ), received as (
      insert into source_record as stored (source, kind, key, subject, fields, first_listed, extracted_at)
      select $2, 'observation', concat_ws(' ', subject, at, method), subject,
        jsonb_build_object('subject', subject, 'accepting', accepting, 'method', method, 'observedAt', at, 'code', null), $3, $3
      from dated
      on conflict (source, kind, key) do update set fields = excluded.fields, extracted_at = excluded.extracted_at
        where stored.fields <> excluded.fields and stored.extracted_at <= excluded.extracted_at
      returning key
    ) insert into touched_observation select key from received on conflict do nothing`,
    [now, run.source, extractedAt],
  );
}

/**
 * Makes what the rows of the run say about acceptance without a date observations: of a source there are two, what it says
 * now, since it said so first or was confirmed, and what it said before.
 */
export async function observeListed(context: SyncContext): Promise<void> {
  const { client, now, run } = context;
  await requireFewWithdrawn(context);
  await client.query(
    `delete from availability_observation where since is not null and source in ('', $1) and clinic_id in (
      select key::uuid from stated_clinic)`,
    [run.source],
  );
  await client.query(
    `insert into availability_observation (clinic_id, accepting, method, observed_at, since, source)
    select key::uuid, said::boolean, listed.method,
      -- An observation of that very time, which has a date, counts more.
      case when dated.id is null then at else at - interval '1 millisecond' end, listed.since, $1
    from (
      select key, fields -> 'accepting' as said, fields ->> 'acceptingMethod' as method, least(${SINCE}, $2) as since, ${CONFIRMED} as is_confirmed,
        -- What is confirmed is later than its first word, also where one extract is both.
        case when ${CONFIRMED} then least(confirmed_at, $2) + interval '1 microsecond' else least(${SINCE}, $2) end as at
      from source_record record where source = $1 and kind = 'clinic'
      union all
      select key, record.said -> 'accepting' -> 'previous' -> 'value', fields ->> 'acceptingMethod', least(until, $2), false, least(until, $2)
      from source_record record cross join lateral (
        select (record.said -> 'accepting' -> 'previous' ->> 'until')::timestamptz as until) previous
      where source = $1 and kind = 'clinic' and jsonb_typeof(fields -> 'accepting') = 'boolean'
    ) listed join stated_clinic using (key)
    left join availability_observation dated
      on dated.clinic_id = key::uuid and dated.method = listed.method and dated.observed_at = at
    where jsonb_typeof(said) = 'boolean' and dated.accepting is distinct from said::boolean
      and (is_confirmed or not exists (
      -- That a source repeats what it said with a date tells no more.
      select from (
        select accepting from availability_observation dated
        where dated.clinic_id = key::uuid and dated.source in ('', $1) and dated.since is null
        order by observed_at desc limit 1
      ) newest where accepting = said::boolean))
    on conflict do nothing`,
    [run.source, now],
  );
}

/** @throws ChangeLimitError when a column lost its content: it must not take the answers of all clinics with it */
async function requireFewWithdrawn({ client, run, limit }: SyncContext): Promise<void> {
  if (limit.maxChanged === undefined) return;
  const { rows } = await client.query<{ count: number; total: number }>(
    `select count(*)::integer as count, (select count(*) from clinic where closed_at is null)::integer as total
    from source_record record join stated_clinic using (key)
    where source = $1 and kind = 'clinic' and fields -> 'accepting' = 'null' and fields -> 'observed' = 'null'
      and jsonb_typeof(record.said -> 'accepting' -> 'previous' -> 'value') = 'boolean'`,
    [run.source],
  );
  const { count, total } = rows[0]!;
  const withdrawn = { name: 'accepting', count, emptied: count };
  refuseChanges([withdrawn], { noun: 'clinics', total, unlimited: [] }, limit);
}
