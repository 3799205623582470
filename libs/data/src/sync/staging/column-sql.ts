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

/** Returns the condition that two rows have equal keys. */
export function sameKey(properties: Properties, a: string, b: string): string {
  return properties
    .map((property) => `${a}.${columnName(property)} = ${b}.${columnName(property)}`)
    .join(' and ');
}

/** Returns the condition that the stored row differs from another in some columns; null equals null. */
export function differs(properties: Properties, row = 'staged'): string {
  return `row(${columnList(properties, 'stored')}) is distinct from row(${columnList(properties, row)})`;
}

/** A field that a change log compares: its name, and SQL for its values before and after, which may be JSON as text. */
export type ComparedField = readonly [name: string, before: string, after: string, form?: 'json'];

/** Returns the comparison of some columns of the stored row and another. */
export function comparedColumns(properties: Properties, row = 'staged'): ComparedField[] {
  return properties.map((property) => [
    property,
    `stored.${columnName(property)}`,
    `${row}.${columnName(property)}`,
  ]);
}

/**
 * Returns SQL for the object that holds before and after of every field that differs. It is put together as text:
 * `jsonb_build_object` looks up the types of all its arguments for each row, also of those that are null.
 */
export function differences(fields: readonly ComparedField[]): string {
  const members = fields.map(
    ([name, before, after, form]) => `case when ${before} is distinct from ${after}
      then concat('"${name}":[', ${jsonText(before, form)}, ',', ${jsonText(after, form)}, ']') end`,
  );
  return `concat('{', concat_ws(',', ${members.join(', ')}), '}')::jsonb`;
}

function jsonText(value: string, form: ComparedField[3]): string {
  return `coalesce(${form ? value : `to_json(${value})::text`}, 'null')`;
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
