import type { ClientBase, QueryResult } from 'pg';
import { columnName } from '../../entities/column-name.js';

type Properties = readonly string[];

/** Returns the columns of some properties, separated by commas. @param row qualifies them */
export function columnList(properties: Properties, row = ''): string {
  const prefix = row && `${row}.`;
  return properties.map((property) => prefix + columnName(property)).join(', ');
}

/** Returns the assignments of an update that copies columns from a row. */
export function assignments(properties: Properties, row: string): string {
  return properties.map((property) => `${columnName(property)} = ${row}.${columnName(property)}`).join(', ');
}

/** Inserts rows by property into some columns of a table. What a row lacks is null. */
export async function insertRows(
  client: ClientBase,
  table: string,
  columns: Properties,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const json = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([property, value]) => [columnName(property), value as unknown]),
    ),
  );
  const names = columnList(columns);
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(json)],
  );
}

/**
 * Fills a temporary table from a query. It replaces a table of that name and ends with the transaction.
 * @returns the number of rows
 */
export async function createTempTable(
  client: ClientBase,
  name: string,
  query: string,
  values: unknown[] = [],
): Promise<number> {
  const drop = `drop table if exists ${name}`;
  const create = `create temp table ${name} on commit drop as ${query}`;
  if (values.length > 0) {
    await client.query(drop);
    return (await client.query(create, values)).rowCount ?? 0;
  }
  // Both at once: a run creates many tables.
  const results: unknown = await client.query(`${drop}; ${create}`);
  return (results as readonly QueryResult[]).at(-1)!.rowCount ?? 0;
}
