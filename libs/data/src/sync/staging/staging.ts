import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import { columnList } from './column-sql.js';
import { CopyTarget, StatementQueue, writing } from './copy-target.js';
import { copyText, type CopyValue } from './copy-text.js';
import type { ValueFault } from '../run/reject-log.js';
import type { SyncContext } from '../run/sync-context.js';

/** A row together with its line in the source, and what it leaves as it is. */
export type Numbered<Row> = Row & {
  readonly line?: number | undefined;
  /** The fields that the source does not give, or gives a bad value for: the record keeps what it has. */
  readonly kept?: readonly string[] | undefined;
  /** What is wrong with its values that do not count. */
  readonly faults?: readonly ValueFault[] | undefined;
};

/** The rows of a source: read once, one at a time. */
export type Rows<Row> = Iterable<Numbered<Row>> | AsyncIterable<Numbered<Row>>;

/** A temporary table that rows are copied into before they are merged. */
export interface StagingTable<Row> {
  readonly name: string;
  /** What its rows are, in the plural, for the progress. */
  readonly noun: string;
  /**
   * SQL types by property of the row. Two first columns, `line` and `kept`, are added. To read a column, PostgreSQL reads
   * those before it: what many statements look at comes first.
   */
  readonly columns: Readonly<Record<keyof Row & string, string>>;
  /** The properties that identify a row: two rows of one source must not have the same. */
  readonly key: readonly (keyof Row & string)[];
  /** The name of the key in messages; by default that of its columns. */
  readonly keyColumn?: string;
  /** Whether an exact repetition of an earlier row is ignored instead of rejected. */
  readonly ignoresRepetitions?: boolean;
}

const PROGRESS_ROWS = 5000;
/** After this many rows, the loop yields, so that the connection can read an answer and send the next statement. */
const TURN_ROWS = 200;

/** What was seen while rows were copied: it spares the merge a pass over them. */
export interface CopiedRows {
  readonly count: number;
  /** Whether any row leaves fields as they are. */
  readonly keepsFields: boolean;
  /** Whether each row has a greater key than the one before it, so that no key occurs twice. */
  readonly isOrdered: boolean;
}

/**
 * Copies rows into a new staging table and rejects those whose key occurred before.
 * @param toStaged turns a row of the source into a row of the table
 * @returns the number of rows that were not rejected
 * @throws what the source throws, and when a key occurs twice in rows that carry no line
 */
export async function stage<Row, Staged extends Record<keyof Staged, CopyValue>>(
  context: SyncContext,
  table: StagingTable<Staged>,
  rows: Rows<Row>,
  toStaged: (row: Numbered<Row>) => Staged,
): Promise<number> {
  const copied = await copyRows(context, table, rows, toStaged);
  return copied.count - (await rejectDuplicates(context, table, copied));
}

/**
 * Copies rows into a new staging table, which ends with the transaction. A few MB of them are in memory at a time:
 * a slow database slows the source down.
 * @param beside another table that `toStaged` adds lines to
 */
export async function copyRows<Row, Staged extends Record<keyof Staged, CopyValue>>(
  { client, input, onProgress }: SyncContext,
  table: StagingTable<Staged>,
  rows: Rows<Row>,
  toStaged: (row: Numbered<Row>) => Staged,
  beside?: CopyTarget,
): Promise<CopiedRows> {
  const { name, noun, columns, key } = table;
  const properties = Object.keys(columns) as (keyof Staged & string)[];
  await createStagingTable(client, table);
  const queue = beside?.queue ?? new StatementQueue(client);
  const target = new CopyTarget(queue, name, `${columnList(properties)}, line, kept`);
  const keyOf = (staged: Staged) => key.map((property) => String(staged[property])).join('\t');

  let count = 0;
  let keepsFields = false;
  let isOrdered = true;
  let previous = '';
  const add = (row: Numbered<Row>): void => {
    const staged = toStaged(row);
    const values = properties.map((property): CopyValue => staged[property]);
    values.push(row.line ?? null, row.kept ?? null);
    target.add(`${copyText(values)}\n`);
    count++;
    input.rows++;
    keepsFields ||= row.kept !== undefined;
    if (isOrdered) {
      // A UUID may be written in either case.
      const next = keyOf(staged).toLowerCase();
      isOrdered = isAfter(next, previous);
      previous = next;
    }
  };
  await writing(queue, async () => {
    for await (const row of rows) {
      add(row);
      if (count % TURN_ROWS === 0) await setImmediate();
      if (count % PROGRESS_ROWS === 0) onProgress(`${noun}: ${count} read`);
      if (target.isFull) await target.send();
      if (beside?.isFull) await beside.send();
    }
    await target.send();
    await beside?.send();
  });
  // Without statistics the planner assumes a small table and merges row by row. Those of a few columns are enough, and
  // take a fraction of the time.
  await client.query(`analyze ${name} (${columnList(key)})`);
  return { count, keepsFields, isOrdered };
}

/** Compares keys as lists of them are mostly ordered: numbers as text by their length first. */
function isAfter(key: string, previous: string): boolean {
  return key.length === previous.length ? key > previous : key.length > previous.length;
}

/** Creates an empty staging table, which ends with the transaction. It replaces one of the same name. */
export async function createStagingTable<Staged>(
  client: ClientBase,
  { name, columns }: Pick<StagingTable<Staged>, 'name' | 'columns'>,
): Promise<void> {
  await createEmptyTable(client, name, { line: 'integer', kept: 'text[]', ...columns });
}

/** Creates an empty temporary table, which ends with the transaction. It replaces one of the same name. */
export async function createEmptyTable(
  client: ClientBase,
  name: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const definitions = Object.entries(columns).map(([property, type]) => `${columnName(property)} ${type}`);
  await client.query(
    `drop table if exists ${name}; create temp table ${name} (${definitions.join(', ')}) on commit drop`,
  );
}

/**
 * Deletes rows from a staging table and rejects them.
 * @param condition SQL on `staged`
 * @param column the column at fault: its name in the table and in the source; without it, those of the values that were left out
 * @returns the number of rows
 */
export async function rejectStaged(
  { client, rejects }: SyncContext,
  table: string,
  condition: string,
  reason: string,
  column?: { readonly staged: string; readonly source: string },
): Promise<number> {
  const { rows } = await client.query<{ line: number | null; key: string; value: string }>(
    `with rejected as (
      delete from ${table} staged where ${condition} returning line, key, ${column?.staged ?? 'null'}::text as value)
    select line, key, value from rejected order by line`,
  );
  for (const { line, key, value } of rows)
    rejects.addUnread({ line, reason, ...(column && { column: column.source, value }) }, key);
  return rows.length;
}

interface Duplicate extends Readonly<Record<string, unknown>> {
  readonly line: number | null;
  readonly first_line: number | null;
  /** Whether all other columns are equal too. */
  readonly equal: boolean;
}

/**
 * Rejects rows whose key occurred before, and drops repetitions that the table ignores.
 * @returns the number of rejected rows
 * @throws when a key occurs twice in rows that carry no line
 */
export async function rejectDuplicates<Staged>(
  { client, rejects }: SyncContext,
  { name, key, keyColumn, ignoresRepetitions = false }: StagingTable<Staged>,
  { isOrdered }: CopiedRows,
): Promise<number> {
  if (isOrdered) return 0;
  const columns = columnList(key);
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${columns}, count(line)::integer as lines from ${name} group by ${columns} having count(*) > 1 limit 1`,
  );
  const [first] = rows;
  if (!first) return 0;
  // Rows that carry no line are not rejected: their source is at fault.
  if (first['lines'] === 0 && !ignoresRepetitions)
    throw new Error(`The source holds the same record twice: ${keyText(key, first, keyColumn)}.`);

  const { rows: duplicates } = await client.query<Duplicate>(
    `with ranked as (
      select ctid as place, row_number() over same_key as rank, first_value(line) over same_key as first_line,
        to_jsonb(staged) - 'line' = first_value(to_jsonb(staged) - 'line') over same_key as equal
      from ${name} staged window same_key as (partition by ${columns} order by ctid)
    ), removed as (
      delete from ${name} staged using ranked where staged.ctid = ranked.place and rank > 1
      returning ${columnList(key, 'staged')}, line, first_line, equal
    ) select * from removed order by line`,
  );
  const rejected = duplicates.filter(({ equal }) => !ignoresRepetitions || !equal);
  for (const row of rejected) {
    const reason = `Line ${row.first_line} already holds this record: keep one of the two rows.`;
    rejects.add({ line: row.line, column: '', value: keyText(key, row, keyColumn), reason });
  }
  return rejected.length;
}

function keyText(key: readonly string[], row: Readonly<Record<string, unknown>>, name?: string): string {
  return key
    .map(columnName)
    .filter((column) => row[column] !== null)
    .map((column) => `${name ?? column} ${String(row[column])}`)
    .join(', ');
}
