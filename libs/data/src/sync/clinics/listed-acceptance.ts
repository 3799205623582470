import { requireChangeLimit } from '../run/change-limit.js';
import type { SyncContext } from '../run/sync-context.js';
import { createTempTable } from '../staging/column-sql.js';
import { deriveAcceptance } from './acceptance.js';
import { mergeObservations } from './observation.js';

/** How a run treats what its source says without a date. */
interface Confirmation {
  /** Whether each complete extract of the source confirms it. */
  readonly live: boolean;
  /** Whether the extract is complete. */
  readonly complete: boolean;
}

/**
 * Adds what the table staged_clinic says about acceptance as observations, except where another source observed at that
 * very time. One without a date is an observation of the extract in which the source first said so.
 * @param newClinics a query for the ids of clinics whose first acceptance is no change
 */
export async function observeAcceptance(
  context: SyncContext,
  newClinics: string,
  confirmation: Confirmation,
): Promise<void> {
  const { client, now, extractedAt, run } = context;
  const observations = await createTempTable(
    client,
    'staged_observation',
    `select id as clinic_id, null::text as registration_number, accepting, method,
      least(coalesce(observed_at, $2), $1) as observed_at, case when observed_at is null then least($2, $1) end as since,
      $3::text as source, null::text as code
    from staged_clinic where accepting is not null and not exists (
      select from availability_observation stored
      where stored.clinic_id = staged_clinic.id and stored.method = staged_clinic.method
        and stored.observed_at = least(coalesce(staged_clinic.observed_at, $2), $1) and stored.source not in ('', $3))`,
    [now, extractedAt, run.source],
  );
  await withdrawListed(context);
  if (observations > 0) {
    await replaceByDated(context);
    await leaveRepeated(context, confirmation);
    if (confirmation.live && confirmation.complete) await confirmNew(context);
    await mergeObservations(context);
  }
  await deriveAcceptance(context, newClinics);
}

/** Ends the observations without a date that the source no longer makes: it lists the clinic without an answer. */
async function withdrawListed(context: SyncContext): Promise<void> {
  const { client, run } = context;
  if (context.absent().includes('accepting')) return;
  await createTempTable(
    client,
    'withdrawn_acceptance',
    `select stored.id, jsonb_build_object('accepting', jsonb_build_array(stored.accepting, null)) as fields
    from staged_clinic staged join availability_observation stored on stored.clinic_id = staged.id
    where staged.accepting is null and 'accepting' <> all (coalesce(staged.kept, '{}'))
      and stored.since is not null and stored.source in ('', $1)`,
    [run.source],
  );
  // A column that lost its content must not take the answers of all clinics with it.
  await requireChangeLimit(context, {
    noun: 'clinics',
    changed: 'withdrawn_acceptance',
    stored: 'clinic where closed_at is null and origin in (select origin from staged_clinic)',
  });
  await client.query(
    'delete from availability_observation where id in (select id from withdrawn_acceptance)',
  );
}

/** Ends the observations without a date that are not older than the one of which the source now gives the date. */
async function replaceByDated({ client }: SyncContext): Promise<void> {
  await client.query(
    `delete from availability_observation stored using staged_observation staged
    where staged.since is null and stored.clinic_id = staged.clinic_id and stored.since >= staged.observed_at
      and stored.source in ('', staged.source)`,
  );
}

/**
 * A confirmed observation is later than its first word, also where one extract is both: by a microsecond, which no
 * answer shows.
 */
const CONFIRMED = `staged.observed_at + interval '1 microsecond'`;

/** Marks the remaining rows without a date as confirmed. */
async function confirmNew({ client }: SyncContext): Promise<void> {
  await client.query(
    `update staged_observation staged set observed_at = ${CONFIRMED} where staged.since is not null`,
  );
}

/**
 * Leaves out the rows without a date that say what their source said last. That observation keeps its time, or has that
 * of the extract that confirms it. One with a date stays what it is: a repetition without one tells no more.
 */
async function leaveRepeated({ client }: SyncContext, { live, complete }: Confirmation): Promise<void> {
  const confirmed = complete ? `greatest(stored.observed_at, ${CONFIRMED})` : 'stored.observed_at';
  await createTempTable(
    client,
    'repeated_observation',
    `select * from (
      select distinct on (stored.clinic_id) stored.id, stored.clinic_id, stored.since, staged.method,
        stored.accepting = staged.accepting as repeats,
        ${live ? confirmed : 'stored.since'} as at
      from staged_observation staged join availability_observation stored using (clinic_id)
      where staged.since is not null and stored.source in ('', staged.source)
      order by stored.clinic_id, stored.observed_at desc, stored.accepting desc
    ) newest where repeats ${live && complete ? 'and since is not null' : ''}`,
  );
  await client.query(
    `update availability_observation stored set observed_at = at, method = repeated.method
    from repeated_observation repeated
    where stored.id = repeated.id and repeated.since is not null
      and (stored.observed_at, stored.method) <> (at, repeated.method) and not exists (
        select from availability_observation other
        where other.clinic_id = repeated.clinic_id and other.method = repeated.method and other.observed_at = at)`,
  );
  await client.query(
    `delete from staged_observation staged using repeated_observation repeated
    where staged.clinic_id = repeated.clinic_id`,
  );
}
