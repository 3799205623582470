import type { ClientBase } from 'pg';

/** What a merge did. Every row read was created, updated or unchanged; `expired` are doctors that became so. */
export interface MergeCounts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly expired: number;
}

/** Where rows come from and where they go. All names are our own constants. */
export interface Upsert {
  readonly table: string;
  readonly key: readonly string[];
  /** The columns besides the key. */
  readonly columns: readonly string[];
  /** A table or a subquery in parentheses that has all of these columns. */
  readonly from: string;
}

/**
 * Updates what differs and inserts what is new. Rows that are equal are neither written nor locked, as they would
 * be by "on conflict do update"; nobody else writes meanwhile, because runs do not interleave.
 */
export async function upsert(
  client: ClientBase,
  { table, key, columns, from }: Upsert,
): Promise<{ created: number; updated: number }> {
  const all = [...key, ...columns].join(', ');
  const sameKey = key.map((column) => `held.${column} = staged.${column}`).join(' and ');
  const update = await client.query(
    `update ${table} held set ${columns.map((column) => `${column} = staged.${column}`).join(', ')}
    from ${from} staged where ${sameKey} and ${differs('held', 'staged', columns)}`,
  );
  const insert = await client.query(
    `insert into ${table} (${all}) select ${all} from ${from} staged
    where not exists (select from ${table} held where ${sameKey})`,
  );
  return { created: insert.rowCount ?? 0, updated: update.rowCount ?? 0 };
}

/** The condition that two rows differ in some columns; null equals null. */
export function differs(a: string, b: string, columns: readonly string[]): string {
  const of = (row: string) => `row(${columns.map((column) => `${row}.${column}`).join(', ')})`;
  return `${of(a)} is distinct from ${of(b)}`;
}

/** Completes the counts of a merge in which nothing can expire. */
export function mergeCounts(read: number, created: number, updated: number): MergeCounts {
  return { read, created, updated, unchanged: read - created - updated, expired: 0 };
}
