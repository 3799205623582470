import { confirmedSince } from '../records/stored-record.js';
import type { SyncContext } from '../run/sync-context.js';

/** The facts of a clinic, with SQL for their values in a source record. */
const FACTS = {
  hours: `(select nullif(jsonb_agg(jsonb_build_array(span -> 'weekday', span -> 'opens', span -> 'closes')), '[]')
    from jsonb_array_elements(case when jsonb_typeof(VALUE) = 'object' then VALUE -> 'spans' else '[]' end) span)`,
  wheelchair: `nullif(VALUE, 'null')`,
  virtualVisits: `nullif(VALUE, 'null')`,
  phone: `nullif(VALUE, 'null')`,
  website: `nullif(VALUE, 'null')`,
};

/** Keeps what the source of the run says of the facts of clinics, since when, and what it said before. */
export async function stateClinicFacts({ client, run }: SyncContext): Promise<void> {
  const facts = Object.entries(FACTS).map(([field, value]) => {
    const [now, before] = [
      `record.fields -> '${field}'`,
      `record.said -> '${field}' -> 'previous' -> 'value'`,
    ];
    const since = `coalesce((record.said -> '${field}' ->> 'since')::timestamptz, record.first_listed)`;
    const confirmed = `case when ${confirmedSince(field, since)} then confirmed_at end`;
    return `('${field}', ${value.replaceAll('VALUE', `(${now})`)}, ${value.replaceAll('VALUE', `(${before})`)}, ${since}, ${confirmed})`;
  });
  await client.query(
    `delete from evidence said using stated_clinic stated
    where said.record = 'clinic' and said.key = stated.key and said.source = $1`,
    [run.source],
  );
  await client.query(
    `insert into evidence (record, key, field, source, value, previous, since, observed_at)
    select 'clinic', key, field, source, value, previous, since, confirmed
    from source_record record join stated_clinic using (key)
      cross join lateral (values ${facts.join(', ')}) fact (field, value, previous, since, confirmed)
    where source = $1 and kind = 'clinic' and value is not null`,
    [run.source],
  );
}
