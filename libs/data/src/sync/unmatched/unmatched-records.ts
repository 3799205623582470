import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import type { UnmatchedRecordKind } from '../../entities/imports/unmatched-record.entity.js';
import { columnList } from '../staging/column-sql.js';
import { createStagingTable, type StagingTable } from '../staging/staging.js';
import type { SyncContext } from '../run/sync-context.js';

/** What a record may be about: the property that refers to it, and where it is stored. */
const SUBJECTS = [
  { property: 'clinicId', table: 'clinic', key: 'id' },
  { property: 'registrationNumber', table: 'doctor', key: 'registration_number' },
] as const;

/** Returns the query for the waiting records of a kind, as rows of a table with their columns. */
export function waitingRecords(record: UnmatchedRecordKind, table: string): string {
  return `select (jsonb_populate_record(null::${table}, content)).* from unmatched_record where record = '${record}'`;
}

/**
 * Moves the staged rows about clinics or doctors that are not stored to the table unmatched_record, where they wait.
 * One that waits already is replaced, and one that no longer has to wait is removed.
 * @returns the number of rows that wait
 */
export async function keepUnmatched<Staged>(
  { client, run, now }: SyncContext,
  record: UnmatchedRecordKind,
  { name, key, columns }: StagingTable<Staged>,
): Promise<number> {
  const keyOf = (row: string) => `jsonb_build_array(${columnList(key, row)})::text`;
  let count = 0;
  for (const subject of SUBJECTS) {
    if (!(subject.property in columns)) continue;
    const column = columnName(subject.property);
    const { rowCount } = await client.query(
      `with waiting as (
        delete from ${name} staged
        where ${column} is not null
          and not exists (select from ${subject.table} stored where stored.${subject.key} = staged.${column})
        returning ${keyOf('staged')} as key, to_jsonb(staged) - 'line' - 'kept' as content
      )
      insert into unmatched_record
        (record, key, registration_number, clinic_id, content, source, run_id, received_at)
      select $1::text, key, content ->> 'registration_number', (content ->> 'clinic_id')::uuid, content, $2::text,
        $3::uuid, $4::timestamptz
      from waiting
      on conflict (record, key) do update set registration_number = excluded.registration_number,
        clinic_id = excluded.clinic_id, content = excluded.content, source = excluded.source,
        run_id = excluded.run_id, received_at = excluded.received_at`,
      [record, run.source, run.id, now],
    );
    count += rowCount ?? 0;
  }
  await client.query(
    `delete from unmatched_record waiting using ${name} staged where record = $1 and waiting.key = ${keyOf('staged')}`,
    [record],
  );
  return count;
}

/**
 * Moves the waiting records whose clinic or doctor is stored now to a new staging table.
 * @returns their number
 */
export async function stageMatched<Staged>(
  client: ClientBase,
  record: UnmatchedRecordKind,
  table: StagingTable<Staged>,
): Promise<number> {
  const { rows } = await client.query<{ waits: boolean }>(
    'select exists (select from unmatched_record where record = $1) as waits',
    [record],
  );
  if (!rows[0]!.waits) return 0;
  await createStagingTable(client, table);
  const stored = SUBJECTS.map(
    (subject) => `exists (select from ${subject.table} stored
      where stored.${subject.key} = waiting.${columnName(subject.property)})`,
  );
  const { rowCount } = await client.query(
    `with matched as (
      delete from unmatched_record waiting where record = $1 and (${stored.join(' or ')}) returning content
    )
    insert into ${table.name} select (jsonb_populate_record(null::${table.name}, content)).* from matched`,
    [record],
  );
  if (rowCount) await client.query(`analyze ${table.name}`);
  return rowCount ?? 0;
}
