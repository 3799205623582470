import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';

const BATCH_ROWS = 500;

/** Yields the rows of a query in batches, and lets other work run between two. @param cursor its name in the session */
export async function* exportedRows<Row>(
  client: ClientBase,
  cursor: string,
  sql: string,
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  await client.query(`declare ${cursor} no scroll cursor for ${sql}`);
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query(`fetch ${BATCH_ROWS} from ${cursor}`);
    if (rows.length === 0) break;
    yield* rows as Row[];
    await setImmediate();
  }
  await client.query(`close ${cursor}`);
}
