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
  const fetch = () => {
    const batch = client.query(`fetch ${BATCH_ROWS} from ${cursor}`);
    // It may fail while the rows before it are still used; it is awaited a moment later.
    batch.catch(() => undefined);
    return batch;
  };
  // The server works on the next batch meanwhile.
  let next = fetch();
  for (let { rows } = await next; rows.length > 0; { rows } = await next) {
    signal?.throwIfAborted();
    next = fetch();
    yield* rows as Row[];
    await setImmediate();
  }
  await client.query(`close ${cursor}`);
}
