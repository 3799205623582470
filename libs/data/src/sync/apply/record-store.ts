import type { CorrectedRecordKind } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import { assignments, columnList } from '../staging/column-sql.js';
import { copyInto } from '../staging/copy-target.js';
import { copyValue } from '../staging/copy-text.js';
import { isoTime } from '../staging/iso-time.js';

/** Values by property of a record, as JSON has them. */
export type Values = Readonly<Record<string, unknown>>;

/** A list of a record that is stored in a table of its own. */
export interface StoredList {
  /** SQL for the list as an array or JSON, in terms of the row `stored`. */
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
  /** SQL types of what the table differing_NAME has besides. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** Returns SQL for the columns and lists of a record by property, as JSON, in terms of the row `stored`. */
export function storedValues({ columns, lists }: RecordTable): string {
  const members = [
    ...columns.map((property) => `stored.${columnName(property)} as "${property}"`),
    ...Object.entries(lists).map(([property, { read }]) => `${read} as "${property}"`),
  ];
  // Of a row, because `jsonb_build_object` looks up the types of all its arguments for each.
  return `(select row_to_json(own) from (select ${members.join(', ')}) own)`;
}

/** Returns the stored records with some keys: their columns and lists, by property. */
export async function readStored(
  client: ClientBase,
  table: RecordTable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  const key = columnName(table.key);
  const { rows } = await client.query<{ key: string; values: Values }>(
    `select ${key}::text as key, ${storedValues(table)} as values
    from ${table.name} stored where ${key} = any ($1::${table.keyType}[])`,
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

/** Creates the table differing_NAME for records that are to be written. A list that stays as it is is null there. */
export async function createDiffering(
  client: ClientBase,
  { name, key, columns, lists, beside = {} }: RecordTable,
): Promise<void> {
  const more = [
    ...Object.keys(lists).map((property) => [property, 'jsonb'] as const),
    ...Object.entries(beside),
  ];
  const empty = more.map(([property, type]) => `null::${type} as ${columnName(property)}`);
  await client.query(
    `create temp table differing_${name} on commit drop as
    select ${[columnList([key, ...columns]), ...empty].join(', ')} from ${name} limit 0`,
  );
}

/** Adds records to the table differing_NAME: all columns of each, and the given lists. @param rows by key */
export async function addDiffering(
  client: ClientBase,
  { name, key, columns, lists, beside = {} }: RecordTable,
  rows: ReadonlyMap<string, Values>,
): Promise<void> {
  const properties = [...columns, ...Object.keys(lists), ...Object.keys(beside)];
  const lines = Array.from(rows, ([id, values]) => [
    id,
    ...properties.map((property) => copyValue(values[property])),
  ]);
  await copyInto(client, `differing_${name} (${columnList([key, ...properties])})`, lines);
}

/** Writes the records of the table differing_NAME. */
export async function writeDiffering(
  client: ClientBase,
  { name, key, columns, lists }: RecordTable,
): Promise<void> {
  const all = columnList([key, ...columns]);
  await client.query(
    `insert into ${name} (${all}) select ${all} from differing_${name}
    on conflict (${columnName(key)}) do update set ${assignments(columns, 'excluded')}`,
  );
  for (const [property, { remove, insert }] of Object.entries(lists)) {
    const list = columnName(property);
    const changed = `(select ${columnName(key)}::text as key, ${list} as list from differing_${name} where ${list} is not null) changed`;
    for (const statement of [remove, insert]) await client.query(statement.replace('CHANGED', changed));
  }
}

/** Returns a time as PostgreSQL writes it into JSON. */
export function jsonTime(time: Date): string {
  return isoTime(time.getTime()).replace(/\.?0*Z$/, '+00:00');
}

/** Returns the named fields of a record. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
