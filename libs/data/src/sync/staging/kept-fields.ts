import type { ClientBase } from 'pg';
import { rejectStaged } from './staging.js';
import type { SyncContext } from '../run/sync-context.js';

/** Says which values of a staged row a field is: SQL for the stored value, in terms of `stored`, by staged column. */
export type KeptFields = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The staged rows and the records that they are about. */
export interface KeptRows {
  readonly staged: string;
  /** A table or subquery. */
  readonly stored: string;
  /** The condition, in terms of `stored` and `staged`, that they are the same record. */
  readonly same: string;
  readonly fields: KeptFields;
}

/**
 * Lets staged rows have the stored values of the fields that they do not give. A new record has none to keep: rows that
 * lack a value without which there is no record are rejected.
 * @param needed the fields that a new record needs, each with its name for a person
 * @param found whether any row keeps fields, if that is known
 * @returns the number of rejected rows
 */
export async function keepStored(
  context: SyncContext,
  { staged, stored, same, fields }: KeptRows,
  needed: Readonly<Record<string, string>> = {},
  found?: boolean,
): Promise<number> {
  const { client, absent } = context;
  const missing = absent().filter((name) => name in fields);
  found ??= await anyKeeps(client, staged);
  const names = found ? Object.keys(fields) : missing;
  if (names.length === 0) return 0;
  const assigned = new Map<string, string>();
  for (const name of names) {
    const isKept = missing.includes(name) ? 'true' : `'${name}' = any (staged.kept)`;
    for (const [column, value] of Object.entries(fields[name]!)) {
      const otherwise = assigned.get(column) ?? `staged.${column}`;
      assigned.set(column, `case when ${isKept} then ${value} else ${otherwise} end`);
    }
  }
  const absentColumns = missing.flatMap((name) => Object.entries(fields[name]!));
  const differs = absentColumns.map(([column, value]) => `staged.${column} is distinct from ${value}`);
  await client.query(
    `update ${staged} staged set ${Array.from(assigned, ([column, value]) => `${column} = ${value}`).join(', ')}
    from ${stored} stored where ${same} and (${['staged.kept is not null', ...differs].join(' or ')})`,
  );
  let rejected = 0;
  for (const [name, noun] of found ? Object.entries(needed) : [])
    rejected += await rejectStaged(
      context,
      staged,
      `'${name}' = any (kept) and not exists (select from ${stored} stored where ${same})`,
      `The directory does not have this record yet, and it needs a valid ${noun}.`,
    );
  return rejected;
}

async function anyKeeps(client: ClientBase, staged: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from ${staged} where kept is not null) as found`,
  );
  return rows[0]!.found;
}

/**
 * Leaves alone the records that a newer extract described: deletes their staged rows.
 * @param described SQL for the time of the extract of a stored record
 * @returns the number of rows
 */
export async function leaveNewer(
  { client, rejects, now }: SyncContext,
  { staged, stored, same }: KeptRows,
  described: string,
  extractedAt: Date,
): Promise<number> {
  // No extract is newer than one of now.
  if (extractedAt >= now) return 0;
  const { rowCount } = await client.query(
    `delete from ${staged} staged using ${stored} stored where ${same} and ${described} > $1::timestamptz`,
    [extractedAt],
  );
  rejects.older += rowCount ?? 0;
  return rowCount ?? 0;
}
