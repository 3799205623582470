import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine, type CopyValue } from './copy-text.js';
import type { Numbered } from './reject.js';
import type { SyncContext } from './sync-context.js';

/** What a source hands over: read once, one row at a time. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** A temporary table that rows are copied into before they are merged. Names and types are our own constants. */
export interface StagingTable {
  readonly name: string;
  /** Type by column, in the order of the values. The line of the row is added as a last column. */
  readonly columns: Readonly<Record<string, string>>;
  /** What must not occur twice in one source. */
  readonly key: readonly string[];
  /** Whether a row that says the same as one before it is no fault. */
  readonly repeats?: boolean;
}

const CHUNK_CHARACTERS = 65_536;
const PROGRESS_ROWS = 5000;

/**
 * Copies rows into a new staging table and rejects those whose key occurred before.
 * @returns the number of rows that were not rejected.
 * @throws what the source throws, and when a key occurs twice in rows that bear no line.
 */
export async function stage<Row>(
  context: SyncContext,
  table: StagingTable,
  rows: Rows<Numbered<Row>>,
  values: (row: Numbered<Row>) => readonly CopyValue[],
  onProgress: (count: number) => void,
): Promise<number> {
  const count = await copyRows(context, table, rows, values, onProgress);
  return count - (await settleRepeats(context, table));
}

/**
 * Copies rows into a new staging table, which is gone when the transaction ends. Only about 64 kB of them are
 * in memory at a time: a slow database slows the source down.
 * @param onProgress told the number of rows every few thousand.
 * @returns the number of rows.
 */
export async function copyRows<Row>(
  { client }: SyncContext,
  table: StagingTable,
  rows: Rows<Numbered<Row>>,
  values: (row: Numbered<Row>) => readonly CopyValue[],
  onProgress: (count: number) => void,
): Promise<number> {
  const columns = Object.keys(table.columns);
  const definitions = columns.map((column) => `${column} ${table.columns[column]}`);
  await client.query(`drop table if exists ${table.name}`);
  await client.query(
    `create temp table ${table.name} (${definitions.join(', ')}, line integer) on commit drop`,
  );

  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const row of rows) {
      chunk += copyLine([...values(row), row.line ?? null]);
      count++;
      if (count % PROGRESS_ROWS === 0) onProgress(count);
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk) yield chunk;
  }
  const copy = `copy ${table.name} (${columns.join(', ')}, line) from stdin`;
  await pipeline(chunks, client.query(copyFrom(copy)));
  // Without statistics the planner takes the table for a small one and merges row by row. Those of the key are
  // enough, and take a fraction of the time.
  await client.query(`analyze ${table.name} (${table.key.join(', ')})`);
  return count;
}

/**
 * Takes rows out of a staging table again and rejects them.
 * @param condition on `staged`
 * @param column the column of the table that is at fault, and the source's name for it
 * @returns how many
 */
export async function rejectStaged(
  { client, rejects }: SyncContext,
  table: string,
  condition: string,
  column: { readonly staged: string; readonly source: string },
  reason: string,
): Promise<number> {
  const { rows } = await client.query<{ line: number | null; value: string }>(
    `with gone as (delete from ${table} staged where ${condition} returning line, ${column.staged}::text as value)
    select line, value from gone order by line`,
  );
  for (const { line, value } of rows) rejects.add({ line, column: column.source, value, reason });
  return rows.length;
}

/**
 * Rejects the rows whose key occurred before, and passes over repetitions that are no fault.
 * @returns how many it rejected
 */
export async function settleRepeats({ client, rejects }: SyncContext, table: StagingTable): Promise<number> {
  const columns = table.key.join(', ');
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${columns}, count(line)::integer as lines from ${table.name} group by ${columns} having count(*) > 1 limit 1`,
  );
  const [twice] = rows;
  if (!twice) return 0;
  if (twice['lines'] === 0 && !table.repeats)
    throw new Error(`The source holds the same record twice: ${keyOf(table, twice)}.`);

  const { rows: later } = await client.query<Record<string, unknown>>(
    `with ranked as (
      select ctid as place, row_number() over same_key as rank, first_value(line) over same_key as first_line,
        to_jsonb(staged) - 'line' = first_value(to_jsonb(staged) - 'line') over same_key as equal
      from ${table.name} staged window same_key as (partition by ${columns} order by ctid)
    ), gone as (
      delete from ${table.name} staged using ranked where staged.ctid = ranked.place and rank > 1
      returning ${table.key.map((column) => `staged.${column}`).join(', ')}, line, first_line, equal
    ) select * from gone order by line`,
  );
  const rejected = later.filter((row) => !table.repeats || row['equal'] !== true);
  for (const row of rejected) {
    rejects.add({
      line: row['line'] as number | null,
      column: '',
      value: keyOf(table, row),
      reason: `The same record is on line ${String(row['first_line'])} already.`,
    });
  }
  return rejected.length;
}

function keyOf({ key }: StagingTable, row: Record<string, unknown>): string {
  return key
    .filter((column) => row[column] !== null)
    .map((column) => `${column} ${String(row[column])}`)
    .join(', ');
}
