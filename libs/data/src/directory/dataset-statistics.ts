import type { ClientBase } from 'pg';

// A doctor is listed unless expired. Days are UTC, as in the rule of freshness.
const RECORD = `insert into dataset_statistics (version, doctors, clinics, confirmations)
  select $1, coalesce(sum(doctors), 0), (select count(*) from clinic where closed_at is null),
    coalesce(jsonb_object_agg(coalesce(day::text, 'never'), doctors), '{}')
  from (
    select (confirmed_at at time zone 'UTC')::date as day, count(*) as doctors
    from doctor where expired_at is null group by 1
  ) days`;

/** Records the statistics of a version in the transaction that creates it. */
export async function recordStatistics(client: ClientBase, versionNumber: string): Promise<void> {
  await client.query(RECORD, [versionNumber]);
}
