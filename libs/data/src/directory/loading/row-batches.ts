import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** Few enough that turning them into records delays other work by a few milliseconds only. */
const BATCH_ROWS = 250;

/** Yields the rows of a query in batches, and lets other work run between two. @param cursor its name in the session */
export async function* rowBatches<Row>(
  client: ClientBase,
  cursor: string,
  sql: string,
): AsyncGenerator<readonly Row[]> {
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
    next = fetch();
    yield rows as Row[];
    await setImmediate();
  }
  await client.query(`close ${cursor}`);
}
