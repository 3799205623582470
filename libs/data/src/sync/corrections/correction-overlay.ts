import {
  ACTIVE_STATUS,
  CORRECTED_RECORDS,
  type CorrectedRecordKind,
  type OpeningInterval,
} from '@care-atlas/domain/records';
import {
  isNearSubway,
  type Position,
  type SourcedPosition,
  startOfDay,
  torontoMoment,
} from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';
import { MERGED_CLINICS } from '../../directory/loading/merged-clinic.js';
import type { CorrectionEntity } from '../../entities/imports/correction.entity.js';
import { stationPositions } from '../clinics/station-merge.js';
import type { SyncContext } from '../run/sync-context.js';
import { type Fields, readFields, type RecordFields, writeFields } from './corrected-fields.js';

/** What corrections say of the records that they change, as the records hold it. */
type Applied = Readonly<Record<CorrectedRecordKind, ReadonlyMap<string, Fields>>>;

/**
 * Begins a run: ends the corrections whose last day in Toronto has passed, and gives the records back what the sources
 * said, so that the run compares its source with that.
 * @returns what was corrected, for `applyCorrections`
 */
export async function restoreSources({ client, now }: SyncContext): Promise<Applied> {
  const today = startOfDay(torontoMoment(now).date);
  await client.query('update correction set ended_at = $1 where ended_at is null and until < $2', [
    now,
    today,
  ]);
  const applied = await appliedFields(client);
  for (const record of CORRECTED_RECORDS) await writeFields(client, record, await sourcesOf(client, record));
  return applied;
}

/**
 * Ends a run: keeps what the sources say of the records that corrections change, and corrects them.
 * @param before the result of `restoreSources`
 * @throws when a correction that this run made can have no effect; of an earlier one, the notice of the run says so
 */
export async function applyCorrections(context: SyncContext, before: Applied): Promise<void> {
  const { client } = context;
  const { rows: corrections } = await client.query<CorrectionRow>(
    `select id, kind, record, key, fields, made_at as "madeAt" from correction where ended_at is null order by id`,
  );
  const { rowCount: corrected } = await client.query('delete from corrected_record');
  // Nothing is corrected, and nothing was: there is nothing to apply or to log.
  if (corrections.length === 0 && corrected === 0) return;
  const of = (kind: CorrectionRow['kind'], record: CorrectedRecordKind) =>
    corrections.filter((correction) => correction.kind === kind && correction.record === record);
  const overlay = (record: CorrectedRecordKind, rows: readonly RecordFields[]) =>
    overlayFields(client, record, rows);

  const stations = await stationPositions(client);
  for (const record of CORRECTED_RECORDS)
    await overlay(
      record,
      of('correct', record).map(({ key, fields }) => ({
        key,
        fields: { ...fields, ...derived(fields, stations) },
      })),
    );
  const pinned = await pinnedDoctors(
    client,
    of('pin', 'doctor').map(({ key }) => key),
  );
  await overlay('doctor', fieldsOf(pinned, { expiredAt: null }));
  const kept = await lastClinics(client, pinned);
  const pinnedClinics = of('pin', 'clinic').map(({ key }) => key);
  await overlay('clinic', fieldsOf([...pinnedClinics, ...kept], { closedAt: null }));

  const hide = async (record: CorrectedRecordKind, rows: readonly RecordFields[]) => {
    await overlay(record, rows);
    await client.query(
      'update corrected_record set hidden = true where record = $1 and key = any ($2::text[])',
      [record, rows.map(({ key }) => key)],
    );
  };
  await hide(
    'doctor',
    of('hide', 'doctor').map(({ key, madeAt }) => ({ key, fields: { expiredAt: madeAt } })),
  );
  await overlay('clinic', await applyMerges(context, of('merge', 'clinic')));
  await hide('clinic', await applyHides(context, of('hide', 'clinic')));
  await logChanges(context, before);
}

type CorrectionRow = Pick<CorrectionEntity, 'id' | 'kind' | 'record' | 'key' | 'fields' | 'madeAt'>;

function fieldsOf(keys: readonly string[], fields: Fields): RecordFields[] {
  return keys.map((key) => ({ key, fields }));
}

/** Returns the values that follow from corrected ones. */
function derived(fields: Fields, stations: readonly Position[]): Fields {
  const {
    name,
    lat,
    lng,
    positionSource = 'source',
    openingHours,
  } = fields as Partial<SourcedPosition> & {
    readonly name?: string;
    readonly openingHours?: readonly OpeningInterval[];
  };
  return {
    ...(name !== undefined && { searchName: fold(name) }),
    ...(lat !== undefined &&
      lng !== undefined && { nearSubway: isNearSubway({ lat, lng, positionSource }, stations) }),
    ...(openingHours && {
      openingHours: openingHours.map(({ weekday, opens, closes }) => [weekday, opens, closes]),
      // What the source says of its own hours is not about the corrected ones.
      hoursNote: fields['hoursNote'] ?? '',
    }),
  };
}

/** Keeps what the sources say, and writes what corrections say. Of several rows about a record, the last one counts. */
async function overlayFields(
  client: ClientBase,
  record: CorrectedRecordKind,
  rows: readonly RecordFields[],
): Promise<void> {
  const merged = new Map<string, Fields>();
  for (const { key, fields } of rows) merged.set(key, { ...merged.get(key), ...fields });
  const stored = await readFields(client, record, [...merged.keys()]);
  const changed = Array.from(merged, ([key, fields]) => ({ key, fields })).filter(({ key }) =>
    stored.has(key),
  );
  const sources = changed.map(({ key, fields }) => ({ key, fields: pick(stored.get(key)!, fields) }));
  await client.query(
    `insert into corrected_record (record, key, source)
    select $1, key, fields from jsonb_to_recordset($2::jsonb) row (key text, fields jsonb)
    on conflict (record, key) do update set source = excluded.source || corrected_record.source`,
    [record, JSON.stringify(sources)],
  );
  await writeFields(client, record, changed);
}

/** Returns the fields of a record that another object has. */
function pick(fields: Fields, like: Fields): Fields {
  return Object.fromEntries(Object.keys(like).map((name) => [name, fields[name]]));
}

async function sourcesOf(client: ClientBase, record: CorrectedRecordKind): Promise<RecordFields[]> {
  const { rows } = await client.query<RecordFields>(
    'select key, source as fields from corrected_record where record = $1',
    [record],
  );
  return rows;
}

async function appliedFields(client: ClientBase): Promise<Applied> {
  const read = async (record: CorrectedRecordKind) => {
    const sources = await sourcesOf(client, record);
    const stored = await readFields(
      client,
      record,
      sources.map(({ key }) => key),
    );
    return new Map(sources.map(({ key, fields }) => [key, pick(stored.get(key) ?? {}, fields)]));
  };
  return { doctor: await read('doctor'), clinic: await read('clinic') };
}

/** Returns the doctors that a pin keeps: those whose registration the register itself has not ended. */
async function pinnedDoctors(client: ClientBase, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select registration_number as key from doctor
    where registration_number = any ($1::text[]) and lower(registration_status) in ('', '${ACTIVE_STATUS}')`,
    [numbers],
  );
  return rows.map(({ key }) => key);
}

/** Returns the primary clinics of pinned doctors who would have no open clinic. */
async function lastClinics(client: ClientBase, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select distinct primary_clinic_id::text as key from doctor
    where registration_number = any ($1::text[]) and not exists (
      select from additional_location location join clinic on clinic.id = location.clinic_id
      where location.registration_number = doctor.registration_number and closed_at is null)`,
    [numbers],
  );
  return rows.map(({ key }) => key);
}

/** Closes the clinics that others answer for. A merge has no effect while its survivor is closed. */
async function applyMerges(
  context: SyncContext,
  merges: readonly CorrectionRow[],
): Promise<readonly RecordFields[]> {
  const survivors = new Map(merges.map(({ key, fields }) => [key, String(fields['into'])]));
  const stored = await readFields(context.client, 'clinic', [...survivors.values()]);
  const survivorOf = (id: string): string | undefined => {
    const next = survivors.get(id);
    return next && (survivorOf(next) ?? (stored.get(next)?.['closedAt'] === null ? next : undefined));
  };
  const effective = merges.flatMap((correction) => {
    const survivor = survivorOf(correction.key);
    if (survivor) return [{ ...correction, survivor }];
    suspend(context, correction, `clinic ${String(correction.fields['into'])} is closed`);
    return [];
  });
  await context.client.query(
    `insert into corrected_record (record, key, source, survivor)
    select 'clinic', key, '{}', survivor from jsonb_to_recordset($1::jsonb) merge (key text, survivor uuid)
    on conflict (record, key) do update set survivor = excluded.survivor`,
    [JSON.stringify(effective)],
  );
  return effective.map(({ key, madeAt }) => ({ key, fields: { closedAt: madeAt } }));
}

/** Closes the hidden clinics, except those without which a listed doctor would have no open clinic. */
async function applyHides(
  context: SyncContext,
  hides: readonly CorrectionRow[],
): Promise<readonly RecordFields[]> {
  if (hides.length === 0) return [];
  const { rows } = await context.client.query<{ id: string; numbers: string }>(
    `with place as materialized (
      select registration_number, coalesce(survivor, clinic_id) as clinic_id
      from (
        select registration_number, primary_clinic_id as clinic_id from doctor
        union all select registration_number, clinic_id from additional_location
      ) location
      left join ${MERGED_CLINICS} merged on merged_id = clinic_id
      join doctor using (registration_number)
      where expired_at is null
    )
    select clinic_id::text as id, string_agg(registration_number, ', ' order by registration_number) as numbers
    from place
    where clinic_id = any ($1::uuid[]) and not exists (
      select from place other join clinic on clinic.id = other.clinic_id
      where other.registration_number = place.registration_number and closed_at is null
        and other.clinic_id <> all ($1::uuid[]))
    group by clinic_id`,
    [hides.map(({ key }) => key)],
  );
  const needed = new Map(rows.map(({ id, numbers }) => [id, numbers]));
  return hides.flatMap((correction) => {
    const { key, madeAt } = correction;
    if (!needed.has(key)) return [{ key, fields: { closedAt: madeAt } }];
    suspend(context, correction, `it is the only open clinic of the listed doctors ${needed.get(key)}`);
    return [];
  });
}

function suspend({ now, rejects }: SyncContext, { id, kind, key, madeAt }: CorrectionRow, why: string): void {
  const verb = kind === 'merge' ? 'merged' : 'hidden';
  if (madeAt.getTime() === now.getTime()) throw new Error(`Clinic ${key} cannot be ${verb}: ${why}.`);
  rejects.notify(`Correction ${id} has no effect: clinic ${key} cannot be ${verb}, because ${why}.`);
}

/** Logs what differs from the corrections before the run. */
async function logChanges({ client, changes }: SyncContext, before: Applied): Promise<void> {
  const after = await appliedFields(client);
  for (const record of CORRECTED_RECORDS) {
    const keys = [...new Set([...before[record].keys(), ...after[record].keys()])];
    const now = await readFields(client, record, keys);
    const sources = new Map((await sourcesOf(client, record)).map(({ key, fields }) => [key, fields]));
    const logged = keys.flatMap((key) => {
      const was = { ...sources.get(key), ...before[record].get(key) };
      const is = now.get(key);
      // The run may have removed an invented record.
      return is ? changeOf(key, was, is) : [];
    });
    await changes.add(
      record,
      `select key, change, fields
      from jsonb_to_recordset($1::jsonb) logged (key text, change text, fields jsonb)`,
      [JSON.stringify(logged)],
    );
  }
}

function changeOf(key: string, before: Fields, after: Fields): readonly object[] {
  const differing = Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && name !== 'searchName',
  );
  if (differing.length === 0) return [];
  const fields = Object.fromEntries(differing.map((name) => [name, [before[name], after[name]]]));
  const { closedAt, expiredAt, ...others } = fields;
  if (closedAt) return [{ key, change: closedAt[1] === null ? 'reopened' : 'closed', fields: others }];
  if (expiredAt) return [{ key, change: expiredAt[1] === null ? 'unexpired' : 'expired', fields: others }];
  return [{ key, change: 'updated', fields }];
}
