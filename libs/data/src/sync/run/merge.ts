import type { SyncRecordKind } from '../../entities/sync-change.entity.js';
import type { SyncContext } from './sync-context.js';
import type { SyncCounts } from './sync-counts.js';

/** Where rows come from and where they go. All names are our own constants. */
export interface RecordMerge {
  readonly record: SyncRecordKind;
  readonly table: string;
  readonly key: readonly string[];
  /** The columns besides the key. */
  readonly columns: readonly string[];
  /** A table or a subquery in parentheses that has all of these columns. */
  readonly from: string;
  /** The key as the history of changes names it, in terms of a row `staged`. */
  readonly keyText: string;
}

/**
 * Updates what differs and inserts what is new, and notes both. Rows that are equal are neither written nor locked,
 * as they would be by "on conflict do update"; nobody else writes meanwhile, because runs do not interleave.
 */
export async function mergeRecords(
  { client, changes }: SyncContext,
  { record, table, key, columns, from, keyText }: RecordMerge,
): Promise<{ created: number; updated: number }> {
  const all = [...key, ...columns];
  const sameKey = key.map((column) => `held.${column} = staged.${column}`).join(' and ');
  const fields = differences(columns.map((c) => [camelCase(c), `held.${c}`, `staged.${c}`]));
  await client.query('drop table if exists touched_record');
  await client.query(
    `create temp table touched_record on commit drop as
    select ${all.map((column) => `staged.${column}`).join(', ')}, ${keyText} as record_key,
      held.${key[0]} is null as created, case when held.${key[0]} is not null then ${fields} end as fields
    from ${from} staged left join ${table} held on ${sameKey}
    where held.${key[0]} is null or ${differs('held', 'staged', columns)}`,
  );
  const touched = await changes.add(
    record,
    `select record_key as key, case when created then 'created' else 'updated' end as change, fields
    from touched_record`,
  );
  if (touched === 0) return { created: 0, updated: 0 };
  const { rowCount } = await client.query(
    `insert into ${table} (${all.join(', ')}) select ${all.join(', ')} from touched_record where created`,
  );
  await client.query(
    `update ${table} held set ${columns.map((column) => `${column} = staged.${column}`).join(', ')}
    from touched_record staged where not created and ${sameKey}`,
  );
  await client.query(`analyze ${table}`);
  const created = rowCount ?? 0;
  return { created, updated: touched - created };
}

/** The condition that two rows differ in some columns; null equals null. */
export function differs(a: string, b: string, columns: readonly string[]): string {
  const of = (row: string) => `row(${columns.map((column) => `${row}.${column}`).join(', ')})`;
  return `${of(a)} is distinct from ${of(b)}`;
}

/** SQL for the object that holds before and after of every field that differs. */
export function differences(
  fields: readonly (readonly [name: string, before: string, after: string])[],
): string {
  const members = fields.map(
    ([name, before, after]) =>
      `'${name}', case when ${before} is distinct from ${after} then jsonb_build_array(${before}, ${after}) end`,
  );
  return `jsonb_strip_nulls(jsonb_build_object(${members.join(', ')}))`;
}

/** Completes the counts of a merge in which nothing can expire. */
export function mergeCounts(read: number, created: number, updated: number): Partial<SyncCounts> {
  return { read, created, updated, unchanged: read - created - updated };
}

/** The name of a column as fields of records are called. */
export function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
