import { type DetailStatement, sameValue } from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import { DETAIL_KINDS, type DetailKind } from '../../entities/imports/source-record.entity.js';
import { differenceOf, type LoggedChange } from '../apply/record-difference.js';
import { readStored, type Values } from '../apply/record-store.js';
import { ActiveCorrections } from '../corrections/active-corrections.js';
import {
  type ExtractTimes,
  extractTimes,
  SELECT_STATED,
  type StatedRecord,
  statementOf,
  STORED_RECORD,
  type StoredRecord,
} from '../records/stored-record.js';
import { isClinicId } from '../record-ids.js';
import type { SyncContext } from '../run/sync-context.js';
import { insertRows } from '../staging/column-sql.js';
import { type DetailFields, type DetailTable, subjectColumns } from './detail-form.js';
import { OBSERVATION_FORM } from './observations.js';
import { areVersions, REVIEW_FORM, versionOf } from './reviews.js';
import { SERVICE_FORM, stateServiceFacts } from './services.js';

type Table = DetailTable<DetailFields>;
const TABLES: Readonly<Record<DetailKind, Table>> = {
  service: SERVICE_FORM.table,
  observation: OBSERVATION_FORM.table,
  review: REVIEW_FORM.table,
};
const BATCH = 1000;

/** A change of a detail, with the key of its source records. */
interface DetailChange extends LoggedChange {
  readonly recordKey: string;
}
export type DetailChanges = Readonly<Record<DetailKind, readonly DetailChange[]>>;

/**
 * Touches the details that waited for the touched doctors and clinics that are new.
 * @returns their keys
 */
export function touchArrived(client: ClientBase): Promise<Readonly<Record<DetailKind, readonly string[]>>> {
  return forEachKind(async (kind) => {
    const { rows } = await client.query<{ key: string }>(
      `insert into touched_${kind} select key from source_record
      where kind = $1 and subject is not null and ended_at is null and subject in (
        select key from touched_clinic where is_new union all select key from touched_doctor where is_new)
      on conflict do nothing returning key`,
      [kind],
    );
    return rows.map(({ key }) => key);
  });
}

/** Computes and writes the touched services, observations and reviews. Nothing of them is touched afterwards. */
export async function applyDetails(context: SyncContext): Promise<DetailChanges> {
  await touchVersions(context.client);
  return forEachKind((kind) => applyKind(context, kind));
}

/** Does something with each kind of details, one after the other. */
async function forEachKind<Result>(
  work: (kind: DetailKind) => Promise<Result>,
): Promise<Readonly<Record<DetailKind, Result>>> {
  const results: Partial<Record<DetailKind, Result>> = {};
  for (const kind of DETAIL_KINDS) results[kind] = await work(kind);
  return results as Record<DetailKind, Result>;
}

async function applyKind(context: SyncContext, kind: DetailKind): Promise<readonly DetailChange[]> {
  const { client } = context;
  const table = TABLES[kind];
  const { rows: touched } = await client.query<{ key: string }>(
    `select key from touched_${kind} order by key`,
  );
  if (touched.length === 0) return [];
  const changes: DetailChange[] = [];
  const extracts = await extractTimes(client, kind);
  const corrections = await ActiveCorrections.load(client);
  for (let from = 0; from < touched.length; from += BATCH) {
    const keys = touched.slice(from, from + BATCH).map(({ key }) => key);
    const said = await statementsOf(client, kind, keys, extracts);
    const computed = await computeRows(client, table, said, corrections);
    if (kind === 'review') await hideVersions(context, computed, corrections);
    const stored = await readStored(client, table, table.join, keys);
    const written = new Map<string, Values>();
    const removed: string[] = [];
    for (const key of keys) {
      const [before, after] = [stored.get(key), computed.get(key)];
      if (table.compared.every((name) => sameValue(before?.[name] ?? null, after?.[name] ?? null))) continue;
      if (before) removed.push(key);
      if (after) written.set(key, after);
      const logged = table.compared.filter((name) => name !== 'source');
      const change = differenceOf(kind, table.logKey((after ?? before)!), logged, before, after);
      if (change) changes.push({ ...change, recordKey: key });
    }
    await removeRows(client, table, removed);
    if (kind === 'observation') await makeRoom(client, [...written.values()]);
    await insertRows(client, table.name, table.columns, [...written.values()]);
  }
  if (kind === 'service') {
    await stateServiceFacts(context);
    await client.query(
      'insert into moved_service select distinct left(key, 36)::uuid from touched_service on conflict do nothing',
    );
  }
  await context.changes.addAll(changes);
  if (changes.length > 0) await client.query(`analyze ${table.name}`);
  await client.query(`truncate touched_${kind}`);
  return changes;
}

/** Returns what sources say of the details with some keys, whose subjects are in the directory, by key. */
async function statementsOf(
  client: ClientBase,
  kind: DetailKind,
  keys: readonly string[],
  extracts: ExtractTimes,
): Promise<ReadonlyMap<string, readonly DetailStatement<DetailFields>[]>> {
  const { rows } = await client.query<StatedRecord>(
    `${SELECT_STATED()} where kind = $1 and key = any ($2::text[])`,
    [kind, keys],
  );
  const statements = rows.map((row) => statementOf<DetailFields>(row, extracts));
  const known = await knownSubjects(
    client,
    statements.map(({ fields }) => fields.subject!.value),
  );
  return Map.groupBy(
    statements.filter(({ fields }) => known.has(fields.subject!.value)),
    ({ key }) => key,
  );
}

async function knownSubjects(client: ClientBase, subjects: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select id::text as key from clinic where id = any ($1::uuid[])
    union all select registration_number from doctor where registration_number = any ($2::text[])`,
    [subjects.filter(isClinicId), subjects.filter((subject) => !isClinicId(subject))],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns the rows of the directory, by key. */
async function computeRows(
  client: ClientBase,
  table: Table,
  statements: ReadonlyMap<string, readonly DetailStatement<DetailFields>[]>,
  corrections: ActiveCorrections,
): Promise<Map<string, Values>> {
  const rows = new Map<string, Values>();
  for (const [key, said] of statements) {
    const fused = table.fuse(said);
    const row = fused && table.correct ? table.correct(fused, corrections.of('review', [key])) : fused;
    if (row) rows.set(key, row);
  }
  if (!table.complete) return rows;
  const more = await table.complete(client, rows);
  return new Map(Array.from(rows, ([key, row]) => [key, { ...row, ...more.get(key) }]));
}

/** Touches the other versions of reviews that were hidden, or are shown again. */
async function touchVersions(client: ClientBase): Promise<void> {
  await client.query(
    `insert into touched_review select other.key from source_record hidden join source_record other
      on other.kind = 'review' and other.subject = hidden.subject
        and other.fields ->> 'author' = hidden.fields ->> 'author' and other.fields ->> 'writtenOn' = hidden.fields ->> 'writtenOn'
    where hidden.kind = 'review' and hidden.key in (select key from touched_review)
      and hidden.key in (select key from correction where record = 'review' and kind = 'hide')
    on conflict do nothing`,
  );
}

/** Leaves out the reviews that are another version of a hidden one: one without an id is another review when its text changes. */
async function hideVersions(
  { client, rejects }: SyncContext,
  reviews: Map<string, Values>,
  corrections: ActiveCorrections,
): Promise<void> {
  const hides = corrections.all.filter(({ kind, record }) => kind === 'hide' && record === 'review');
  if (hides.length === 0 || reviews.size === 0) return;
  const { rows } = await client.query<StoredRecord>(
    `select ${STORED_RECORD} from source_record record where kind = 'review' and key = any ($1::text[])`,
    [hides.map(({ key }) => key)],
  );
  const { rows: doubted } = await client.query<{ key: string }>(
    `select key from source_record where kind = 'review' and key = any ($1::text[]) and doubts is not null`,
    [[...hides.map(({ key }) => key), ...reviews.keys()]],
  );
  const doubtful = new Set(doubted.map(({ key }) => key));
  const hidden = rows.map(({ key, fields: { subject, ...fields } }) => {
    const row = { id: key, ...subjectColumns(String(subject)), ...fields };
    return { version: versionOf(row, doubtful.has(key)), hide: hides.find((each) => each.key === key)! };
  });
  for (const [key, review] of reviews) {
    const own = versionOf(review, doubtful.has(key));
    const { hide } = hidden.find(({ version }) => own && version && areVersions(own, version)) ?? {};
    if (!hide) continue;
    reviews.delete(key);
    rejects.notify(
      `Review ${key} is hidden, as ${hide.key} is by correction ${hide.id}: both have no id, and are by one author about the same on one day.`,
    );
  }
}

async function removeRows(client: ClientBase, { name, join }: Table, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    `delete from ${name} where ctid = any (array(select stored.ctid from unnest($1::text[]) wanted (key) ${join}))`,
    [keys],
  );
}

/** An observation with a date is another one than what a list said since that very time, and counts more. */
async function makeRoom(client: ClientBase, rows: readonly Values[]): Promise<void> {
  await client.query(
    `update availability_observation stored set observed_at = stored.observed_at - interval '1 millisecond'
    from jsonb_to_recordset($1) dated ("clinicId" uuid, method text, "observedAt" timestamptz)
    where stored.since is not null and stored.clinic_id = dated."clinicId"
      and stored.method = dated.method and stored.observed_at = dated."observedAt"
      and not exists (
        select from availability_observation other
        where other.clinic_id = stored.clinic_id and other.method = stored.method
          and other.observed_at = stored.observed_at - interval '1 millisecond')`,
    [JSON.stringify(rows)],
  );
}
