import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine, type CopyValue } from './copy-text.js';

/** What a source hands over: read once, one row at a time. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** A temporary table that rows are copied into before they are merged. Names and types are our own constants. */
export interface StagingTable {
  readonly name: string;
  /** Type by column, in the order of the values. */
  readonly columns: Readonly<Record<string, string>>;
  /** What must not occur twice in one source. */
  readonly key: readonly string[];
}

const CHUNK_CHARACTERS = 65_536;
const PROGRESS_ROWS = 5000;

/**
 * Copies rows into a new staging table, which is gone when the transaction ends. Only about 64 kB of them are
 * in memory at a time: a slow database slows the source down.
 * @param onProgress told the number of rows every few thousand.
 * @returns the number of rows.
 * @throws what the source throws, and when a key occurs twice.
 */
export async function stage<Row>(
  client: ClientBase,
  table: StagingTable,
  rows: Rows<Row>,
  values: (row: Row) => readonly CopyValue[],
  onProgress: (count: number) => void,
): Promise<number> {
  const columns = Object.keys(table.columns);
  const definitions = columns.map((column) => `${column} ${table.columns[column]}`);
  await client.query(`drop table if exists ${table.name}`);
  await client.query(`create temp table ${table.name} (${definitions.join(', ')}) on commit drop`);

  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const row of rows) {
      chunk += copyLine(values(row));
      count++;
      if (count % PROGRESS_ROWS === 0) onProgress(count);
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk) yield chunk;
  }
  await pipeline(chunks, client.query(copyFrom(`copy ${table.name} (${columns.join(', ')}) from stdin`)));

  await refuseDuplicates(client, table);
  // Without statistics the planner takes the table for a small one and merges row by row. Those of the key are
  // enough, and take a fraction of the time.
  await client.query(`analyze ${table.name} (${table.key.join(', ')})`);
  return count;
}

async function refuseDuplicates(client: ClientBase, { name, key }: StagingTable): Promise<void> {
  const columns = key.join(', ');
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${columns} from ${name} group by ${columns} having count(*) > 1 limit 1`,
  );
  const [twice] = rows;
  if (!twice) return;
  const what = key.map((column) => `${column} ${String(twice[column])}`).join(', ');
  throw new Error(`The source holds the same record twice: ${what}.`);
}
