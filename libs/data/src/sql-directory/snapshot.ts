import type { Pool, PoolClient, QueryResult } from 'pg';
import { NEWEST_VERSION, type VersionRow } from '../directory/dataset-version.js';

// Both in one message: the transaction sees one state of the database from here on.
const BEGIN = `begin isolation level repeatable read read only; ${NEWEST_VERSION}`;

/**
 * Reads in one snapshot of the database: what a run commits meanwhile is not seen.
 * @param work is given the number of the newest dataset version that the snapshot holds
 * @throws what the work throws, and when the database does not answer
 */
export async function inSnapshot<T>(
  pool: Pool,
  work: (client: PoolClient, dataset: number) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let intact = false;
  try {
    const [, version] = (await client.query(BEGIN)) as unknown as [unknown, QueryResult<VersionRow>];
    const result = await work(client, Number(version.rows[0]!.number));
    await client.query('commit');
    intact = true;
    return result;
  } finally {
    // A connection that failed in the middle is closed, and the server forgets its transaction.
    client.release(!intact);
  }
}
