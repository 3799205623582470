import type { ClientBase } from 'pg';

// The join is what "listed" means: a doctor who is not expired. Days are UTC, as the rule of freshness is.
const RECORD = `insert into dataset_statistics (version, doctors, clinics, confirmations)
  select $1, coalesce(sum(doctors), 0), (select count(*) from clinic where closed_at is null),
    coalesce(jsonb_object_agg(coalesce(day::text, 'never'), doctors), '{}')
  from (
    select (confirmed_at at time zone 'UTC')::date as day, count(*) as doctors
    from doctor where expired_at is null group by 1
  ) days`;

/** Records, inside the transaction that makes a version, what the version holds. */
export async function recordStatistics(client: ClientBase, versionNumber: string): Promise<void> {
  await client.query(RECORD, [versionNumber]);
}
