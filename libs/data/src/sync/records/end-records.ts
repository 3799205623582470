import type { SourceRecordKind } from '../../entities/imports/source-record.entity.js';
import type { SyncContext } from '../run/sync-context.js';

/**
 * Ends records: those that a complete extract lacks, and those that it says to have ended. One that a newer extract lists
 * stays.
 * @param missing whether records that are not in the table staged_KIND have ended
 */
export async function endRecords(
  { client, run, extractedAt, rejects }: SyncContext,
  kind: SourceRecordKind,
  { missing, ended }: { readonly missing: boolean; readonly ended: readonly string[] },
): Promise<number> {
  if (!missing && ended.length === 0) return 0;
  const { rowCount } = await client.query(
    `with ended as (
      update source_record record set ended_at = $3
      where source = $1 and kind = $2 and ended_at is null and extracted_at <= $3
        and not exists (select from staged_${kind} staged where staged.key = record.key)
        and (key = any ($4::text[]) or ($5 and key <> all ($6::text[])))
      returning key
    ) insert into touched_${kind} select key from ended on conflict do nothing`,
    [run.source, kind, extractedAt, ended, missing, rejects.keys],
  );
  return rowCount ?? 0;
}

/**
 * Records that an extract was imported. One that is older than another of its source can tell since when any record says
 * what it says, which decides between sources that disagree: all are touched.
 */
export async function recordExtract(
  { client, run, extractedAt, rejects }: SyncContext,
  kind: SourceRecordKind,
  complete: boolean,
): Promise<void> {
  await client.query(
    `insert into source_extract as stored (source, kind, at, complete, rejected) values ($1, $2, $3, $4, $5)
    on conflict (source, kind, at) do update set complete = stored.complete or excluded.complete,
      rejected = case when excluded.complete then excluded.rejected else stored.rejected end`,
    [run.source, kind, extractedAt, complete, complete ? rejects.keys : []],
  );
  await client.query(
    `insert into touched_${kind} select key from source_record where source = $1 and kind = $2 and said is not null
      and exists (select from source_extract where source = $1 and kind = $2 and at > $3)
    on conflict do nothing`,
    [run.source, kind, extractedAt],
  );
}
