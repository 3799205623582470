import {
  addRow,
  type ExtractTime,
  type SaidFields,
  sameValue,
  type SourceRecord,
} from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import type { SourceRecordEntity, SourceRecordKind } from '../../entities/imports/source-record.entity.js';
import { isLive } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';
import { assignments, columnList, createTempTable } from '../staging/column-sql.js';
import { copyInto, StatementQueue, writing } from '../staging/copy-target.js';
import { copyValue, type CopyValue } from '../staging/copy-text.js';
import { inBatches } from '../staging/cursor.js';
import { rejectStaged, type Rows, stage } from '../staging/staging.js';
import { NO_INDEX, type RecordKind, stagedRow, stagingTable } from './record-kind.js';
import { readRecord, STORED_RECORD, storedRecord, type StoredRecord } from './stored-record.js';

/** What a run received of one kind of records. */
export interface Received {
  /** The number of rows that were used. */
  readonly read: number;
  /** The number of rows that a newer extract described. */
  readonly older: number;
}

/**
 * Receives the rows of an extract as source records. They stay in the table staged_KIND; those that say something else
 * than before are listed as touched.
 * @param complete whether the extract has all records of the source
 */
export async function receiveRows<Row, Fields extends object>(
  context: SyncContext,
  form: RecordKind<Row, Fields>,
  rows: Rows<Row>,
  complete: boolean,
): Promise<Received> {
  const staged = await stage(context, stagingTable(form), rows, (row) => stagedRow(form, row));
  const { rejected, older } = await receiveStaged(context, form, complete);
  context.rejects.older += older;
  return { read: staged - rejected - older, older };
}

/** Receives the rows of the table staged_KIND, as `receiveRows` does. */
export async function receiveStaged<Row, Fields extends object>(
  context: SyncContext,
  form: RecordKind<Row, Fields>,
  complete: boolean,
): Promise<{ readonly rejected: number; readonly older: number }> {
  const { client, run, extractedAt } = context;
  const table = `staged_${form.kind}`;
  const isPartial = await leaveOutAbsent(context, table, form);
  const rejected = isPartial ? await rejectIncomplete(context, table, form) : 0;
  const mayConfirm = complete || form.isConfirmedByAnyFile === true;
  const confirmedAt = mayConfirm && (await isLive(context)) ? extractedAt : null;
  const compared = await compareRows(context, table, form.kind, isPartial);
  if (compared.new > 0) await insertNew(context, table, form.kind, confirmedAt);
  const older = compared.different > 0 ? await addDifferent(context, form, confirmedAt) : 0;
  if (compared.same > 0)
    await client.query(
      `update source_record record set extracted_at = $3, confirmed_at = coalesce($4, confirmed_at), doubts = compared.doubts
      from compared_record compared
      where verdict = 'same' and record.source = $1 and record.kind = $2 and record.key = compared.key
        and (extracted_at < $3 or confirmed_at is distinct from coalesce($4, confirmed_at)
          or record.doubts is distinct from compared.doubts)`,
      [run.source, form.kind, extractedAt, confirmedAt],
    );
  return { rejected, older };
}

/** Leaves out the fields of which the file has no column. @returns whether any row may lack a field */
async function leaveOutAbsent<Row, Fields extends object>(
  { client, absent }: SyncContext,
  table: string,
  { keptAs }: RecordKind<Row, Fields>,
): Promise<boolean> {
  const names = absent().flatMap((name) => keptAs[name] ?? []);
  if (names.length > 0)
    await client.query(
      `update ${table} set fields = fields - $1::text[], fallback = coalesce(fallback, '{}') || (
        select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(fields) field (name, value)
        where name = any ($1::text[]))`,
      [names],
    );
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from ${table} where fallback is not null) as found`,
  );
  return rows[0]!.found;
}

/** Rejects the rows without what a record needs, unless their source gave it before. */
async function rejectIncomplete<Row, Fields extends object>(
  context: SyncContext,
  table: string,
  { kind, needed }: RecordKind<Row, Fields>,
): Promise<number> {
  let rejected = 0;
  for (const [keptAs, noun] of needed)
    rejected += await rejectStaged(
      context,
      table,
      `'${keptAs}' = any (kept) and not exists (
        select from source_record stored where source = '${sqlText(context.run.source)}' and kind = '${kind}'
          and stored.key = staged.key and not forgotten)`,
      `Its source has not given this record yet, and it needs a valid ${noun}.`,
    );
  return rejected;
}

/** How many staged rows are about a record that is new, and how many say the same or something else than before. */
type Compared = Readonly<Record<'new' | 'same' | 'different', number>>;

/** Compares the staged rows with what their source said last, in the table compared_record. */
async function compareRows(
  { client, run, extractedAt }: SyncContext,
  table: string,
  kind: SourceRecordKind,
  isPartial: boolean,
): Promise<Compared> {
  // What a row leaves out was said by an older extract, which has to be kept with the field.
  const leavesOut = `exists (select from jsonb_object_keys(stored.fields) name
    where not staged.fields ? name and not coalesce(stored.said -> name ? 'until', false))`;
  await createTempTable(
    client,
    'compared_record',
    `select staged.key, staged.doubts, case when stored.key is null then 'new' when stored.ended_at is not null or stored.extracted_at > $3
        or (stored.fields <> staged.fields and stored.fields || staged.fields <> stored.fields)
        or (stored.said is not null and exists (
          select from jsonb_each(stored.said) where value ? 'until' and staged.fields ? key))
        ${isPartial ? `or ${leavesOut}` : ''} then 'different' else 'same' end as verdict
    from ${table} staged left join source_record stored
      on stored.source = $1 and stored.kind = $2 and stored.key = staged.key`,
    [run.source, kind, extractedAt],
  );
  const { rows } = await client.query<Compared>(
    `select ${(['new', 'same', 'different'] as const)
      .map((verdict) => `(count(*) filter (where verdict = '${verdict}'))::integer as ${verdict}`)
      .join(', ')} from compared_record`,
  );
  return rows[0]!;
}

/**
 * Inserts the records that the source did not have before. A newer complete extract, which was imported before, did not
 * have them either: they have ended then.
 */
async function insertNew(
  { client, run, extractedAt }: SyncContext,
  table: string,
  kind: SourceRecordKind,
  confirmedAt: Date | null,
): Promise<void> {
  await client.query(
    `insert into source_record (source, kind, key, fields, doubts, first_listed, extracted_at, ended_at, confirmed_at,
      address_key, place_key, phone, subject)
    select $1, $2, staged.key, coalesce(fallback || fields, fields), staged.doubts, $3, $3, (
        select min(at) from source_extract extract
        where extract.source = $1 and extract.kind = $2 and complete and at > $3 and staged.key <> all (rejected)),
      $4, address_key, place_key, coalesce(phone, ''), subject
    from ${table} staged join compared_record using (key) where verdict = 'new'`,
    [run.source, kind, extractedAt, confirmedAt],
  );
  await client.query(
    `insert into touched_${kind} select key, true, true from compared_record where verdict = 'new' on conflict do nothing`,
  );
  // Without statistics the planner reads all records for each of a batch.
  await client.query('analyze source_record (source, kind, key, address_key, place_key, phone)');
}

/** What is written of a record that is stored, besides its fields and whether it is touched. */
const WRITTEN = [
  'key',
  'said',
  'firstListed',
  'extractedAt',
  'endedAt',
  'confirmedAt',
  'addressKey',
  'placeKey',
  'phone',
  'subject',
  'doubts',
] as const;

/** Adds what the rows say that say something else than before. @returns the number of those that a newer extract described */
async function addDifferent<Row, Fields extends object>(
  { client, run, extractedAt }: SyncContext,
  { kind, index = () => NO_INDEX }: RecordKind<Row, Fields>,
  confirmedAt: Date | null,
): Promise<number> {
  const at = extractedAt.getTime();
  const extracts = await extractsOf(client, run.source, kind);
  const lastComplete = Math.max(...extracts.filter(({ isComplete }) => isComplete).map((each) => each.at));
  let older = 0;
  const columns = columnList(WRITTEN);
  await createTempTable(
    client,
    'written_record',
    `select ${columns}, fields, false as touched, ctid as staged_at, ctid as stored_at from source_record limit 0`,
  );
  const different = `select staged.fields as given, staged.fallback, ${STORED_RECORD}, staged.ctid as "stagedAt", record.ctid as "storedAt",
      case when record.extracted_at > '${extractedAt.toISOString()}' then record.doubts else staged.doubts end as doubts
    from compared_record join staged_${kind} staged using (key) join source_record record
      on record.source = '${sqlText(run.source)}' and kind = '${kind}' and record.key = staged.key
    where verdict = 'different'`;
  const lineOf = (row: DifferentRow<Fields>): readonly CopyValue[] => {
    const { given, fallback, doubts, stagedAt, storedAt, ...stored } = row;
    // A source that was forgotten says everything for the first time.
    const known = stored.forgotten ? undefined : readRecord<Fields>(stored, lastComplete);
    const isOlder =
      known !== undefined && Math.max(known.listed.until, known.listed.previous?.until ?? 0) > at;
    if (isOlder) older++;
    const fields = { ...lacking(fallback, known), ...given };
    const record = addRow(
      known,
      { source: run.source, key: stored.key, isListed: true, fields },
      at,
      extracts,
    );
    const said = storedRecord(record);
    const written = {
      ...said,
      doubts,
      confirmedAt: confirmedAt ?? stored.confirmedAt,
      ...index(said.fields),
    };
    // What the newest extract gives counts, field by field: PostgreSQL has it.
    const merged = known && !isOlder ? null : copyValue(said.fields);
    return [
      ...WRITTEN.map((name) => copyValue(written[name])),
      merged,
      !known || !saysTheSame(known, record),
      stagedAt,
      storedAt,
    ];
  };
  // PostgreSQL writes a batch while the next one is compared. By their places, no table is read again for it.
  const write = `update source_record record set ${assignments(WRITTEN, 'written')}, forgotten = false,
      fields = coalesce(written.fields, coalesce(fallback, '{}') || record.fields || staged.fields)
    from written_record written, staged_${kind} staged where staged.ctid = staged_at and record.ctid = stored_at;
    insert into touched_${kind} select key, true from written_record where touched on conflict do nothing;
    truncate written_record`;
  const queue = new StatementQueue(client);
  await writing(queue, async () => {
    for await (const rows of inBatches<DifferentRow<Fields>>(queue, 'different_records', different)) {
      const lines = rows.map(lineOf);
      await queue.send(async () => {
        await copyInto(client, `written_record (${columns}, fields, touched, staged_at, stored_at)`, lines);
        await client.query(write);
      });
    }
  });
  return older;
}

/** Returns the values for a new record of which there is none yet. */
function lacking<Fields extends object>(
  fallback: Partial<Fields> | null,
  known: SourceRecord<Fields> | undefined,
): Partial<Fields> {
  const entries = Object.entries(fallback ?? {}).filter(([name]) => !(name in (known?.fields ?? {})));
  return Object.fromEntries(entries) as Partial<Fields>;
}

interface DifferentRow<Fields> extends StoredRecord {
  /** Where the row is staged, and its record stored. */
  readonly stagedAt: string;
  readonly storedAt: string;
  readonly given: Partial<Fields>;
  readonly fallback: Partial<Fields> | null;
  readonly doubts: SourceRecordEntity['doubts'];
}

/** Returns whether the directory is the same with two versions of a record. The one that was listed first gives the id. */
function saysTheSame(a: SourceRecord, b: SourceRecord): boolean {
  const [one, other] = [a.fields, b.fields] as readonly SaidFields<Readonly<Record<string, unknown>>>[];
  const names = Object.keys(other!);
  return (
    a.listed.value === b.listed.value &&
    a.firstListed === b.firstListed &&
    names.length === Object.keys(one!).length &&
    names.every((name) => name in one! && sameValue(one![name]?.value, other![name]?.value))
  );
}

/** Returns the imported extracts of a source, in the order of their times. */
async function extractsOf(
  client: ClientBase,
  source: string,
  kind: SourceRecordKind,
): Promise<readonly ExtractTime[]> {
  const { rows } = await client.query<{ at: Date; isComplete: boolean; rejected: readonly string[] }>(
    `select at, complete as "isComplete", rejected from source_extract where source = $1 and kind = $2 order by at`,
    [source, kind],
  );
  return rows.map(({ at, ...extract }) => ({ at: at.getTime(), ...extract }));
}

/** Returns a text as it stands between quotes in SQL. */
export function sqlText(text: string): string {
  return text.replaceAll("'", "''");
}
