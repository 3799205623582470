import type { CorrectedRecordKind } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import { assignments, columnList } from '../staging/column-sql.js';
import { copyInto } from '../staging/copy-target.js';
import { copyValue } from '../staging/copy-text.js';

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
  /** The columns besides the key, as properties. */
  readonly columns: readonly string[];
  readonly lists: Readonly<Record<string, StoredList>>;
  /** SQL types of what the table differing_NAME has besides. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** What is read of a table of records. */
interface ReadTable extends Pick<RecordTable, 'columns'> {
  readonly lists: Readonly<Record<string, Pick<StoredList, 'read'>>>;
}

/** Returns SQL for the columns and lists of a record by property, as JSON, in terms of the row `stored`. */
export function storedValues({ columns, lists }: ReadTable): string {
  const members = [
    ...columns.map((property) => `stored.${columnName(property)} as "${property}"`),
    ...Object.entries(lists).map(([property, { read }]) => `${read} as "${property}"`),
  ];
  // Of a row, because `jsonb_build_object` looks up the types of all its arguments for each.
  return `(select row_to_json(own) from (select ${members.join(', ')}) own)`;
}

/**
 * Returns the stored records with some keys: their columns and lists, by property.
 * @param join SQL that joins the rows `stored` to `wanted (key)`
 */
export async function readStored(
  client: ClientBase,
  table: ReadTable,
  join: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await client.query<{ key: string; values: Values }>(
    `select wanted.key, ${storedValues(table)} as values from unnest($1::text[]) wanted (key) ${join}`,
    [keys],
  );
  return new Map(rows.map((row) => [row.key, row.values]));
}

/** What was decided about a computed record. */
interface Decided {
  readonly key: string;
  /** What the sources say of the fields that corrections change; null without corrections. */
  readonly source: Values | null;
  /** The clinic that answers for another. */
  readonly survivor?: string | undefined;
  readonly isHidden: boolean;
}

/**
 * Keeps what operators decided about records, and which clinics others answer for.
 * @param computed SQL for a condition on `corrected` that holds for the computed records; in terms of `$3`
 */
export async function writeDecisions(
  client: ClientBase,
  record: CorrectedRecordKind,
  decided: readonly Decided[],
  computed: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await client.query(
    `with decided as (
      select * from jsonb_to_recordset($2) decided (key text, source jsonb, survivor uuid, "isHidden" boolean)
      where source is not null or survivor is not null or "isHidden"
    ), kept as (
      insert into corrected_record (record, key, source, survivor, hidden)
      select $1::text, key, coalesce(source, '{}'), survivor, "isHidden" from decided
      on conflict (record, key) do update
        set source = excluded.source, survivor = excluded.survivor, hidden = excluded.hidden
    )
    delete from corrected_record corrected
    where record = $1 and key not in (select key from decided) and ${computed}`,
    [record, JSON.stringify(decided), ...values],
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
  return time.toISOString().replace(/\.?0*Z$/, '+00:00');
}

/** Returns the named fields of a record. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
