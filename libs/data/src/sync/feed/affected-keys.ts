import type { ClientBase } from 'pg';
import { inBatches } from '../staging/cursor.js';

/** The rows about corrected records that differ from those before the run. */
export const CORRECTED = `(
  (select * from feed_correction except select record, key, hidden, survivor from corrected_record)
  union (select record, key, hidden, survivor from corrected_record except select * from feed_correction)
) corrected`;

/** Yields the keys of a table in batches, in order. */
export async function* batches(client: ClientBase, table: string): AsyncGenerator<readonly string[]> {
  const keys = `select distinct key from ${table} order by key`;
  for await (const rows of inBatches<{ key: string }>(client, `${table}_keys`, keys))
    yield rows.map(({ key }) => key);
}
