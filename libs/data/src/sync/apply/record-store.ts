import type { CorrectedRecordKind } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import { columnList } from '../staging/column-sql.js';

/** Values by property of a record, as JSON has them. */
export type Values = Readonly<Record<string, unknown>>;

/** A list of a record that is stored in a table of its own. */
export interface StoredList {
  /** SQL for the list as JSON, in terms of the row `stored`. */
  readonly read: string;
  /** Statements that write the list of the rows of `changed (key, list)`, after the old one was deleted. */
  readonly remove: string;
  readonly insert: string;
}

/** The table of records of one kind. */
export interface RecordTable {
  readonly name: string;
  readonly key: string;
  readonly keyType: string;
  /** The columns besides the key, as properties. */
  readonly columns: readonly string[];
  readonly lists: Readonly<Record<string, StoredList>>;
}

/** Returns the stored records with some keys: their columns and lists, by property. */
export async function readStored(
  client: ClientBase,
  { name, key, keyType, columns, lists }: RecordTable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  const members = [
    ...columns.map((property) => `'${property}', stored.${columnName(property)}`),
    ...Object.entries(lists).map(([property, { read }]) => `'${property}', ${read}`),
  ];
  const { rows } = await client.query<{ key: string; values: Values }>(
    `select ${columnName(key)}::text as key, jsonb_build_object(${members.join(', ')}) as values
    from ${name} stored where ${columnName(key)} = any ($1::${keyType}[])`,
    [keys],
  );
  return new Map(rows.map((row) => [row.key, row.values]));
}

/**
 * Returns when records had ended before according to their sources, whatever corrections said; null for listed ones.
 * @param column the property that says when
 */
export async function endsBefore(
  client: ClientBase,
  record: CorrectedRecordKind,
  column: string,
  stored: ReadonlyMap<string, Values>,
): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await client.query<{ key: string; source: Values }>(
    'select key, source from corrected_record where record = $1 and key = any ($2::text[]) and source ? $3',
    [record, [...stored.keys()], column],
  );
  const corrected = new Map(rows.map(({ key, source }) => [key, source[column]]));
  return new Map(
    Array.from(stored, ([key, values]) => [key, corrected.has(key) ? corrected.get(key) : values[column]]),
  );
}

/** Writes records: all columns of each, and the given lists. @param rows by key */
export async function writeStored(
  client: ClientBase,
  { name, key, columns, lists }: RecordTable,
  rows: ReadonlyMap<string, Values>,
): Promise<void> {
  if (rows.size === 0) return;
  const all = [key, ...columns];
  const json = Array.from(rows, ([id, values]) =>
    Object.fromEntries([
      [columnName(key), id],
      ...columns.map((property) => [columnName(property), values[property] ?? null]),
    ]),
  );
  await client.query(
    `insert into ${name} (${columnList(all)}) select ${columnList(all)} from jsonb_populate_recordset(null::${name}, $1)
    on conflict (${columnName(key)}) do update set
      ${columns.map((property) => `${columnName(property)} = excluded.${columnName(property)}`).join(', ')}`,
    [JSON.stringify(json)],
  );
  for (const [property, { remove, insert }] of Object.entries(lists)) {
    const changed = Array.from(rows).flatMap(([id, values]) =>
      property in values ? [{ key: id, list: values[property] }] : [],
    );
    if (changed.length === 0) continue;
    const from = `jsonb_to_recordset($1) changed (key text, list jsonb)`;
    for (const statement of [remove, insert])
      await client.query(statement.replace('CHANGED', from), [JSON.stringify(changed)]);
  }
}

/** Returns a time as PostgreSQL writes it into JSON. */
export function jsonTime(time: Date): string {
  return time.toISOString().replace(/\.?0*Z$/, '+00:00');
}

/** Returns the named fields of a record. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
