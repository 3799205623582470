import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the extract of a run was made, in terms of `run`: never after it. */
const EXTRACT = 'least(coalesce(run.extracted_at, run.started_at), run.started_at)';

/** The runs of a source that changed a fact of a record, the last one first. */
const CHANGED_FACTS = `
  select distinct on (record, key, field, source) record, key, field, source, at from (
    select change.record, change.key, fact.field, run.source, ${EXTRACT} as at, run.started_at
    from sync_change change
    join sync_run run on run.id = change.run_id and run.status = 'succeeded'
    join (values ('hours', 'openingHours'), ('wheelchair', 'wheelchair'), ('virtualVisits', 'virtualVisits'),
      ('phone', 'phone'), ('website', 'website')) fact (field, property)
      on change.change = 'created' or change.fields ? property
    where change.record = 'clinic'
    union all
    select change.record, concat(left(change.key, 36), ' ', specialty.id), fact.field, run.source, ${EXTRACT}, run.started_at
    from sync_change change
    join sync_run run on run.id = change.run_id and run.status = 'succeeded'
    join specialty on specialty.name = substr(change.key, 38)
    join (values ('serviceAccepting', 'accepting'), ('serviceWait', 'waitWeeks')) fact (field, property)
      on change.change = 'created' or change.fields ? property
    where change.record = 'service'
  ) changed order by record, key, field, source, started_at desc`;

/** A source said it first in the last of its runs that changed the record so. Where no run tells, the stored time stays. */
const STATED = `
  update evidence said
  set since = least(coalesce(changed.at, said.observed_at, described.at), coalesce(said.observed_at, described.at))
  from (
    select record, key, field, source, changed.at
    from evidence left join (${CHANGED_FACTS}) changed using (record, key, field, source)
  ) changed
  left join (
    select 'clinic' as record, id::text as key, coalesce(extracted_at, synced_at) as at from clinic
    union all
    select 'service', concat(clinic_id, ' ', specialty_id), observed_at from specialty_service
  ) described using (record, key)
  where (said.record, said.key, said.field, said.source) = (changed.record, changed.key, changed.field, changed.source)`;

/**
 * An observation whose time is that of an extract has no date of its own. Every later import moved its time: the first one
 * is in the key under which the run that created it recorded it. The answer of the clinic stays: the next run derives it,
 * with its entry in the feed of changes. Of several observations that resolve to one creation, the first one is it: that of
 * the others was pruned, and their times stay.
 */
const OBSERVED = `
  with creation as (
    select source, subject, undated, case when undated then extract else key_time::timestamptz end as at from (
      select run.source, left(change.key, -21) as subject, right(change.key, 20) as key_time, ${EXTRACT} as extract,
        right(change.key, 20) = to_char(${EXTRACT} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as undated
      from sync_change change join sync_run run on run.id = change.run_id and run.status = 'succeeded'
      where change.record = 'observation' and change.change = 'created'
    ) created
  ), resolved as (
    select distinct on (stored.id) stored.id, stored.clinic_id, stored.method, stored.observed_at, creation.undated,
      creation.at as creation,
      case when creation.at = date_trunc('second', stored.observed_at) then stored.observed_at else creation.at end as at
    from availability_observation stored
    join creation on creation.subject = concat_ws(' ', stored.clinic_id::text, nullif(stored.method, ''))
      and stored.source in ('', creation.source) and creation.at <= stored.observed_at
    where stored.clinic_id is not null
    order by stored.id, creation.at desc
  ), created as (
    select distinct on (clinic_id, method, creation) id, undated, at from resolved
    order by clinic_id, method, creation, observed_at, id
  ), extract as (
    select distinct source, ${EXTRACT} as at from sync_run run where status = 'succeeded'
  ), moved as (
    select stored.id, clinic_id, method, observed_at as stored_at, coalesce(created.at, observed_at) as at,
      coalesce(created.undated, true) as undated
    from availability_observation stored left join created using (id)
    where clinic_id is not null
      and (created.undated or exists (
        select from extract where extract.at = observed_at and stored.source in ('', extract.source)))
      and not exists (
        select from availability_observation other
        where other.clinic_id = stored.clinic_id and other.method = stored.method and other.id <> stored.id
          and other.observed_at = created.at)
  ), dated as (
    update clinic set accepting_observed_at = at from moved
    where clinic.id = clinic_id and accepting_method = method and accepting_observed_at = stored_at
  )
  update availability_observation stored set observed_at = at, since = case when undated then at end
  from moved where stored.id = moved.id`;

/** Finds since when sources say what is stored, as far as the runs tell, in a transaction that locks no reader out. */
export class FirstSaid1795460300001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATED);
    await runner.query(OBSERVED);
  }

  /** The times of observations stay: the earlier release moves them with its next import. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('update evidence set since = null where since is not null');
    await runner.query('update availability_observation set since = null where since is not null');
  }
}
