import type { SyncContext } from '../run/sync-context.js';

/**
 * The one place that says whether a clinic accepts new patients, from what was observed, and on which observation
 * that rests. It is the newest about the clinic itself, unless a newer one about one of its primary doctors says
 * yes. Without any about the clinic, one yes of its doctors is enough; no, when all of whom something is known say
 * no. Of a doctor only the newest observation counts.
 */
const DERIVED = `
  with own as (
    select distinct on (clinic_id) clinic_id as id, accepting, method, observed_at
    from availability_observation where clinic_id is not null
    order by clinic_id, observed_at desc, accepting desc, method
  ), newest as (
    select distinct on (registration_number) registration_number, accepting, method, observed_at
    from availability_observation where registration_number is not null
    order by registration_number, observed_at desc, accepting desc, method
  ), staff as (
    select distinct on (primary_clinic_id) primary_clinic_id as id, accepting, method, observed_at
    from newest join doctor using (registration_number)
    where expired_at is null
    order by primary_clinic_id, accepting desc, observed_at desc, method
  ), chosen as (
    select id, coalesce(own.id is null or (staff.accepting and staff.observed_at > own.observed_at), false) as by_staff
    from own full join staff using (id)
  )
  select clinic.id,
    case when by_staff then staff.accepting else own.accepting end as accepting,
    case when by_staff then staff.observed_at else own.observed_at end as observed_at,
    coalesce(case when by_staff then staff.method else own.method end, '') as method
  from clinic left join chosen using (id) left join own using (id) left join staff using (id)`;

/**
 * Derives the acceptance of all clinics anew and lists those that changed in changed_acceptance.
 * @param isNew a query for the ids of clinics for which it is no change to have one
 */
export async function deriveAcceptance(
  { client, changes }: SyncContext,
  isNew = 'select null::uuid where false',
): Promise<void> {
  await client.query('drop table if exists derived_acceptance, changed_acceptance');
  await client.query(
    `create temp table derived_acceptance on commit drop as
    select derived.*, held.accepting as before
    from (${DERIVED}) derived join clinic held using (id)
    where (derived.accepting, derived.observed_at, derived.method)
      is distinct from (held.accepting, held.accepting_observed_at, held.accepting_method)`,
  );
  await client.query(
    `create temp table changed_acceptance on commit drop as
    select id, before, accepting from derived_acceptance
    where accepting is distinct from before
      and not exists (select from (${isNew}) newcomer (id) where newcomer.id = derived_acceptance.id)`,
  );
  await changes.add(
    'clinic',
    `select id::text as key, 'updated' as change,
      jsonb_build_object('accepting', jsonb_build_array(before, accepting)) as fields
    from changed_acceptance`,
  );
  await client.query(
    `update clinic set accepting = derived.accepting, accepting_observed_at = derived.observed_at,
      accepting_method = derived.method
    from derived_acceptance derived where derived.id = clinic.id`,
  );
}
