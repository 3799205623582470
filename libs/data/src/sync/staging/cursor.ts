import type { ClientBase, QueryResultRow } from 'pg';

/** Few enough that their records fit into memory several times. */
const BATCH = 1000;

/** Yields the rows of a query in batches. @param name of the cursor */
export async function* inBatches<Row extends QueryResultRow>(
  client: ClientBase,
  name: string,
  query: string,
): AsyncGenerator<readonly Row[]> {
  await client.query(`declare ${name} no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${BATCH} from ${name}`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query(`close ${name}`);
}
