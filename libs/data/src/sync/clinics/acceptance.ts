import { isHidden, MERGED_CLINICS } from '../../directory/loading/merged-clinic.js';
import { createTempTable } from '../staging/column-sql.js';
import type { SyncContext } from '../run/sync-context.js';

/**
 * Derives whether a clinic accepts new patients, and the observation that says so. This is the only place that does.
 * The newest observation about the clinic itself counts, unless a newer one about one of its primary doctors says yes.
 * Without any about the clinic, one yes of its doctors is enough, and it is no when all known ones say no. Of each
 * doctor only the newest observation counts. Those of a clinic that was merged are about its survivor.
 * Most clinics have no observation and no stored answer: they are left out, because nothing of them can change.
 */
const DERIVED = `
  with own as (
    select distinct on (id) coalesce(survivor, clinic_id) as id, accepting, method, observed_at, source, code
    from availability_observation left join ${MERGED_CLINICS} merged on merged_id = clinic_id
    where clinic_id is not null
    order by id, observed_at desc, accepting desc, method
  ), newest as (
    select distinct on (registration_number) registration_number, accepting, method, observed_at, source, code
    from availability_observation where registration_number is not null
    order by registration_number, observed_at desc, accepting desc, method
  ), staff as (
    select distinct on (id) coalesce(survivor, primary_clinic_id) as id, accepting, method, observed_at, source, code
    from newest join (
      select registration_number, primary_clinic_id from doctor
      where expired_at is null and not ${isHidden('doctor', 'registration_number')}
    ) listed using (registration_number)
    left join ${MERGED_CLINICS} merged on merged_id = primary_clinic_id
    order by id, accepting desc, observed_at desc, method
  ), chosen as (
    select id, coalesce(own.id is null or (staff.accepting and staff.observed_at > own.observed_at), false) as by_staff
    from own full join staff using (id)
  )
  select clinic.id,
    case when by_staff then staff.accepting else own.accepting end as accepting,
    case when by_staff then staff.observed_at else own.observed_at end as observed_at,
    coalesce(case when by_staff then staff.method else own.method end, '') as method,
    coalesce(case when by_staff then staff.source else own.source end, '') as source,
    case when by_staff then staff.code else own.code end as code
  from clinic left join chosen using (id) left join own using (id) left join staff using (id)
  where chosen.id is not null or clinic.accepting is not null or clinic.accepting_observed_at is not null`;

/**
 * Updates the acceptance of all clinics. The table derived_acceptance lists the clinics where it differs, with `changed`
 * for those whose answer is another one. A run may derive several times: moved_acceptance has the clinics of all times.
 * @param newClinics a query for the ids of clinics whose first acceptance is no change
 */
export async function deriveAcceptance(
  { client, changes }: SyncContext,
  newClinics = 'select null::uuid where false',
): Promise<void> {
  const derived = await createTempTable(
    client,
    'derived_acceptance',
    `select derived.*, stored.accepting as before,
      derived.accepting is distinct from stored.accepting and new_clinic.id is null as changed
    from (${DERIVED}) derived join clinic stored using (id) left join (${newClinics}) new_clinic (id) using (id)
    where (derived.accepting, derived.observed_at, derived.method, derived.source, derived.code) is distinct from
      (stored.accepting, stored.accepting_observed_at, stored.accepting_method, stored.accepting_source,
        stored.accepting_code)`,
  );
  if (derived === 0) return;
  await client.query('insert into moved_acceptance select id from derived_acceptance on conflict do nothing');
  await changes.add(
    'clinic',
    `select id::text as key, 'updated' as change,
      jsonb_build_object('accepting', jsonb_build_array(before, accepting)) as fields
    from derived_acceptance where changed`,
  );
  await client.query(
    `update clinic set accepting = derived.accepting, accepting_observed_at = derived.observed_at,
      accepting_method = derived.method, accepting_source = derived.source, accepting_code = derived.code
    from derived_acceptance derived where derived.id = clinic.id`,
  );
}
