import { torontoDate } from '@care-atlas/domain/rules';
import { endRecords, recordExtract } from '../records/end-records.js';
import { receiveStaged } from '../records/receive-rows.js';
import { stagedRow, stagingTable } from '../records/record-kind.js';
import { NAMED, refuseRemovals } from '../run/removal-limit.js';
import { isLive } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { rejectStaged, type Rows, stage } from '../staging/staging.js';
import { applyDetails } from './apply-details.js';
import type { DetailFields, DetailForm } from './detail-form.js';

export interface DetailOptions {
  /** Whether the rows are all that their source has: those that are not among them go then. */
  readonly complete?: boolean;
}

/**
 * Receives services, observations or reviews from their source. One about a doctor or clinic that is not in the directory
 * waits for it.
 * @throws when a complete source is empty, and when more rows would go than one run may remove
 */
export async function importDetails<Row, Fields extends DetailFields>(
  context: SyncContext,
  form: DetailForm<Row, Fields>,
  rows: Rows<Row>,
  { complete = false }: DetailOptions,
): Promise<Partial<SyncCounts>> {
  const { client, rejects, limit } = context;
  const { kind, noun, keyColumn, ignoresRepetitions = false } = form;
  const table = { ...stagingTable(form), ignoresRepetitions };
  const staged = await stage(context, table, rows, (row) => stagedRow(form, row));
  const future = await rejectFuture(context, form);
  // Without a valid value of its own, a record has that of another source.
  await client.query(`update ${table.name} set fallback = fallback - $1::text[] where fallback is not null`, [
    form.needed.flatMap(([name]) => form.keptAs[name]!),
  ]);
  const { rejected, older } = await receiveStaged(context, form, complete);
  rejects.older += older;
  const read = staged - future - rejected - older;
  if (complete && read + older === 0)
    throw new Error(`The list of ${noun} is called complete but holds none.`);
  const missing = complete && rejects.allowsMissing(`None of the ${noun} was removed`, keyColumn);
  await endRecords(context, kind, { missing, ended: [] });
  await recordExtract(context, kind, missing);
  if (form.isConfirmedByAnyFile && (await isLive(context)))
    await client.query(`insert into touched_${kind} select key from ${table.name} on conflict do nothing`);
  const total = missing ? await countOf(client, form.table.name) : 0;
  const changes = (await applyDetails(context))[kind];
  const keysOf = (change: string) =>
    changes.filter((each) => each.change === change).map(({ recordKey }) => recordKey);
  const closed = keysOf('closed');
  if (missing)
    refuseRemovals(
      { noun, verb: 'close', count: closed.length, total, first: closed.slice(0, NAMED) },
      limit,
    );
  // Clinics have no index of their ids as text: those of all are hashed once, where EXISTS may read them for each row.
  const { rows: counted } = await client.query<Record<'created' | 'updated' | 'waiting', number>>(
    `select count(*) filter (where staged.key = any ($1::text[]))::integer as created,
      count(*) filter (where staged.key = any ($2::text[]))::integer as updated,
      count(*) filter (where record.subject not in (select id::text from clinic)
        and not exists (select from doctor where registration_number = record.subject))::integer as waiting
    from ${table.name} staged join source_record record on record.source = $3 and record.kind = $4 and record.key = staged.key
    where record.ended_at is null and record.extracted_at <= $5`,
    [keysOf('created'), keysOf('updated'), context.run.source, kind, context.extractedAt],
  );
  const { created, updated, waiting } = counted[0]!;
  return {
    read,
    created,
    updated,
    unchanged: read - created - updated - waiting,
    waiting,
    closed: closed.length,
  };
}

async function rejectFuture<Row, Fields extends DetailFields>(
  context: SyncContext,
  { kind, made }: DetailForm<Row, Fields>,
): Promise<number> {
  if (!made) return 0;
  const today = torontoDate(context.now);
  const latest = made.type === 'date' ? today : context.now.toISOString();
  const value = `(fields ->> '${made.field}')::${made.type}`;
  return rejectStaged(
    context,
    `staged_${kind}`,
    `${value} > ${made.type} '${latest}'`,
    made.reason.replace('TODAY', today),
    { staged: value, source: made.column },
  );
}

async function countOf(client: SyncContext['client'], table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
  return rows[0]!.count;
}
