import type { ClientBase } from 'pg';

/** Few enough that their records fit into memory several times. */
const BATCH_KEYS = 1000;

/** The rows about corrected records that differ from those before the run. */
export const CORRECTED = `(
  (select * from feed_correction except select record, key, hidden, survivor from corrected_record)
  union (select record, key, hidden, survivor from corrected_record except select * from feed_correction)
) corrected`;

/** Yields the keys of a table in batches, in order. */
export async function* batches(client: ClientBase, table: string): AsyncGenerator<readonly string[]> {
  await client.query(
    `declare ${table}_keys no scroll cursor for select distinct key from ${table} order by key`,
  );
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${BATCH_KEYS} from ${table}_keys`);
    if (rows.length === 0) break;
    yield rows.map(({ key }) => key);
  }
  await client.query(`close ${table}_keys`);
}
