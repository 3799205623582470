import type { SyncRecordKind } from '@care-atlas/domain/records';
import { columnName } from '../../entities/column-name.js';
import {
  assignments,
  columnList,
  comparedColumns,
  createTempTable,
  differences,
  differs,
  sameKey,
} from './column-sql.js';
import type { ColumnProperty, EntityTable } from './entity-table.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

/** Describes how staged rows become records of one entity. Every SQL fragment is a constant of this library. */
export interface RecordMerge<Entity extends object> {
  readonly record: SyncRecordKind;
  readonly table: EntityTable<Entity>;
  readonly key: readonly ColumnProperty<Entity>[];
  /** The columns besides the key that are compared and written. */
  readonly columns: readonly ColumnProperty<Entity>[];
  /** The columns that are written with a new row only. */
  readonly inserted?: readonly ColumnProperty<Entity>[];
  /** A table, or a subquery in parentheses, with all of these columns. */
  readonly from: string;
  /** SQL for the key as the change log shows it, in terms of a row `staged`. */
  readonly keyText: string;
}

/**
 * Updates rows that differ, inserts new ones, and logs both. Equal rows are neither written nor locked, unlike with
 * "on conflict do update". No other writer interferes, because runs do not interleave.
 */
export async function mergeRecords<Entity extends object>(
  { client, changes }: SyncContext,
  { record, table, key, columns, inserted = [], from, keyText }: RecordMerge<Entity>,
): Promise<{ created: number; updated: number }> {
  const all = [...key, ...columns, ...inserted];
  const isNew = `stored.${columnName(key[0]!)} is null`;
  await createTempTable(
    client,
    'changed_record',
    `select ${columnList(all, 'staged')}, ${keyText} as record_key, ${isNew} as created,
      case when not (${isNew}) then ${differences(comparedColumns(columns))} end as fields
    from ${from} staged left join ${table.name} stored on ${sameKey(key, 'stored', 'staged')}
    where ${isNew} or ${differs(columns)}`,
  );
  const changed = await changes.add(
    record,
    `select record_key as key, case when created then 'created' else 'updated' end as change, fields
    from changed_record`,
  );
  if (changed === 0) return { created: 0, updated: 0 };
  const { rowCount } = await client.query(
    `insert into ${table.name} (${columnList(all)}) select ${columnList(all)} from changed_record where created`,
  );
  await client.query(
    `update ${table.name} stored set ${assignments(columns, 'staged')}
    from changed_record staged where not created and ${sameKey(key, 'stored', 'staged')}`,
  );
  await client.query(`analyze ${table.name}`);
  const created = rowCount ?? 0;
  return { created, updated: changed - created };
}

/**
 * Returns the counts of a merge in which nothing can expire.
 * @param waiting the number of rows whose subject is not stored
 */
export function mergeCounts(
  read: number,
  created: number,
  updated: number,
  waiting = 0,
): Partial<SyncCounts> {
  return { read, created, updated, unchanged: read - created - updated - waiting, waiting };
}
