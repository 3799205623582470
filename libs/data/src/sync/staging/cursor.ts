import { setImmediate } from 'node:timers/promises';
import type { ClientBase, QueryResult, QueryResultRow } from 'pg';
import type { StatementQueue } from './copy-target.js';

/** Rows that take so long to compute that PostgreSQL waits for the next statement. */
const TURN = 200;
/** The number of batches that PostgreSQL reads while the caller computes with one. */
const AHEAD = 2;

/**
 * Yields the rows of a query in batches, while PostgreSQL reads the next ones. The caller sends its statements over the
 * same queue: those for a batch come after the reading of the next ones.
 * @param name of the cursor
 */
export async function* inBatches<Row extends QueryResultRow>(
  queue: StatementQueue,
  name: string,
  query: string,
): AsyncGenerator<readonly Row[]> {
  let rows = await queue.run((client) => open<Row>(client, name, query));
  const ahead: Promise<QueryResult<Row>>[] = [];
  while (rows.length > 0) {
    while (rows.length === TURN && ahead.length < AHEAD)
      ahead.push(queue.run((client) => client.query<Row>(`fetch ${TURN} from ${name}`)));
    yield rows;
    // Meanwhile the connection reads an answer, and sends the next statement.
    if (ahead.length > 0) await setImmediate();
    rows = (await ahead.shift())?.rows ?? [];
  }
  await queue.run((client) => client.query(`close ${name}`));
}

/** Opens a cursor and returns its first rows, in one message: most have no more. */
async function open<Row extends QueryResultRow>(
  client: ClientBase,
  name: string,
  query: string,
): Promise<readonly Row[]> {
  const opened: unknown = await client.query(
    `declare ${name} no scroll cursor for ${query}; fetch ${TURN} from ${name}`,
  );
  return (opened as readonly QueryResult<Row>[]).at(-1)!.rows;
}
