import type { FilterValue } from '@care-atlas/domain/contract';
import { type DirectoryTotals, type ServedDataset, totalsOf } from '@care-atlas/domain/directory';
import type { Freshness } from '@care-atlas/domain/records';
import { freshnessAt, type Moment } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { connect, disconnect } from '../connection/connection.js';
import { datasetAbout, QUERY_MS } from './dataset-loader.js';

/** Listed doctors whom the register last confirmed within one hour. */
interface Confirmations {
  /** Start of the hour, milliseconds since 1970; null for those whom it never confirmed. */
  readonly hour: number | null;
  readonly doctors: number;
}

/** What a dataset version counts, whatever the time is. */
export interface DatasetCounts {
  readonly dataset: ServedDataset;
  readonly accepting: number;
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
  readonly confirmations: readonly Confirmations[];
}

/**
 * Counts the newest dataset in one snapshot, in as much time as that takes.
 * @throws when the database cannot be reached
 */
export async function loadDatasetCounts(databaseUrl: string): Promise<DatasetCounts> {
  const client = await connect(databaseUrl, 'care-atlas-load', { query: QUERY_MS });
  try {
    await client.query('begin isolation level repeatable read read only');
    const about = await datasetAbout(client);
    const { rows } = await client.query<{ doctors: number; accepting: number; clinics: number }>(
      `select count(*)::int as doctors, (count(*) filter (where clinic.accepting))::int as accepting,
        (select count(*)::int from clinic where closed_at is null) as clinics
      from doctor join clinic on clinic.id = primary_clinic_id where expired_at is null`,
    );
    const { doctors, accepting, clinics } = rows[0]!;
    return {
      dataset: { ...about, doctors, clinics },
      accepting,
      specialties: await valuesOf(client, 'specialty'),
      languages: await valuesOf(client, 'language'),
      confirmations: await confirmationsOf(client),
    };
  } finally {
    // The transaction wrote nothing: it ends with its session.
    await disconnect(client);
  }
}

/** What is said of a counted dataset as of an hour. */
export function totalsAt(counts: DatasetCounts, moment: Moment): DirectoryTotals {
  const freshness: Record<Freshness, number> = { fresh: 0, stale: 0, unknown: 0 };
  // What counts as fresh begins with an hour, so that the start of an hour stands for all of it.
  for (const { hour, doctors } of counts.confirmations)
    freshness[freshnessAt(hour ?? NaN, false, moment)] += doctors;
  return totalsOf({ ...counts, doctors: counts.dataset.doctors, freshness });
}

async function valuesOf(client: ClientBase, table: 'specialty' | 'language'): Promise<FilterValue[]> {
  const { rows } = await client.query<FilterValue>(
    `select ${table}.name as value, count(*)::int as "doctorCount"
    from doctor_${table} join ${table} on ${table}.id = ${table}_id join doctor using (registration_number)
    where expired_at is null group by ${table}.id`,
  );
  return rows;
}

async function confirmationsOf(client: ClientBase): Promise<Confirmations[]> {
  const { rows } = await client.query<Confirmations>(
    `select (floor(extract(epoch from confirmed_at) / 3600) * 3600000)::float8 as hour, count(*)::int as doctors
    from doctor where expired_at is null group by 1`,
  );
  return rows;
}
