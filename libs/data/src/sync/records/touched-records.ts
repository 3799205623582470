import type { ClientBase } from 'pg';
import { SOURCE_RECORD_KINDS, type SourceRecordKind } from '../../entities/imports/source-record.entity.js';

/**
 * Creates the tables in which a run lists what its records say differently than before: touched_KIND, with `in_extract`
 * where the extract has the record, and `is_new` where the source had no such record before. Of the clinics in
 * moved_acceptance, and of the services of those in moved_service, the acceptance may have other evidence.
 */
export async function createTouched(client: ClientBase): Promise<void> {
  const tables = SOURCE_RECORD_KINDS.map(
    (
      kind,
    ) => `create temp table touched_${kind} (key text primary key, in_extract boolean not null default false,
      is_new boolean not null default false) on commit drop`,
  );
  const moved = ['moved_acceptance', 'moved_service'].map(
    (name) => `create temp table ${name} (id uuid primary key) on commit drop`,
  );
  await client.query([...tables, ...moved].join('; '));
}

/** Returns whether any record is touched. */
export async function hasTouched(client: ClientBase): Promise<boolean> {
  const found = SOURCE_RECORD_KINDS.map((kind) => `exists (select from touched_${kind})`);
  const { rows } = await client.query<{ found: boolean }>(`select ${found.join(' or ')} as found`);
  return rows[0]!.found;
}

/** Lists records as touched. */
export async function touch(
  client: ClientBase,
  kind: SourceRecordKind,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    `insert into touched_${kind} select distinct unnest($1::text[]) on conflict do nothing`,
    [keys],
  );
}
