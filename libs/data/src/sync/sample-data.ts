import type { ClientBase } from 'pg';
import { CORRECTIONS } from '@care-atlas/domain/records';

/** The sources of runs that write invented records, or correct what is there. */
const SOURCES_BESIDE_SAMPLE = ['sample', CORRECTIONS];

/** Invented records would be mixed with real ones. */
export class SampleDataError extends Error {
  override readonly name = 'SampleDataError';

  constructor(
    /** What holds the invented ones. */
    readonly holder: 'directory' | 'file',
  ) {
    super(`The ${holder} holds sample data, which an import never mixes with real data.`);
  }
}

/** How a run deals with sample records. */
export interface SampleOptions {
  /** Whether they are removed first, in the same transaction. Without it, they make a run of real data fail. */
  readonly replaceSample?: boolean | undefined;
  /** Whether the source itself holds sample records, which are not mixed with real ones. */
  readonly isSample?: boolean | undefined;
}

/** The number of sample records that a run removed. */
export interface RemovedSample {
  readonly doctors: number;
  readonly clinics: number;
}

/** The records that go with the sample: not a clinic at which an earlier release let the register place doctors. */
const SAMPLE_RECORDS = `
  select 'doctor' as record, registration_number as key from doctor join clinic on clinic.id = primary_clinic_id
    where origin = 'sample' and registration_status = ''
  union all select 'clinic', id::text from clinic where origin = 'sample'
    and not exists (select from doctor where primary_clinic_id = clinic.id and registration_status <> '')`;

/**
 * Keeps sample and real data apart: before a run of real data, sample records are removed, if the caller wants that.
 * Stations stay, because they are real.
 * @returns the number of removed records; undefined where there were none
 * @throws SampleDataError when there are sample records that the caller does not want to be removed, and when the
 * source holds sample data but the directory real data
 */
export async function separateSample(
  client: ClientBase,
  source: string,
  { replaceSample: replace = false, isSample = false }: SampleOptions,
  now: Date,
): Promise<RemovedSample | undefined> {
  if (SOURCES_BESIDE_SAMPLE.includes(source)) return undefined;
  if (isSample) await requireNoRealClinic(client);
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from clinic where origin = 'sample') as found`,
  );
  if (!rows[0]!.found || (isSample && !replace)) return undefined;
  if (!replace) throw new SampleDataError('directory');
  // Before the first deletion: numbers of rows that count deletions survive a rollback, and a process that was killed leaves
  // its own. A plan for empty tables would search them once for each record.
  await client.query('analyze clinic, doctor, source_record');
  // What was decided about an invented record says nothing of a real one with its number.
  await client.query(
    `with sample as (${SAMPLE_RECORDS}), ended as (
      update correction set ended_at = $1, ended_by = 'import', ended_why = 'The sample was removed.'
      where ended_at is null and ((record, key) in (select record, key from sample)
        or record = 'review' and key in (
          select key from source_record where kind = 'review' and subject in (select key from sample)))
    ) delete from corrected_record using sample
    where corrected_record.record = sample.record and corrected_record.key = sample.key and survivor is null`,
    [now],
  );
  // Lists, reviews, services and observations go with their records.
  await client.query(
    `delete from source_record where subject in (
      select id::text from clinic where origin = 'sample'
      union all select registration_number from doctor join clinic on clinic.id = primary_clinic_id
        where origin = 'sample' and registration_status = '')`,
  );
  const doctors = await client.query(
    `delete from doctor using clinic
    where clinic.id = primary_clinic_id and origin = 'sample' and registration_status = ''`,
  );
  // An earlier release let the register place doctors at clinics of the sample: those follow the register from now on.
  await client.query(
    `update clinic set origin = 'register', source = 'register', website = '', wheelchair = null, virtual_visits = null
    where origin = 'sample' and id in (select primary_clinic_id from doctor)`,
  );
  const { rows: removed } = await client.query<{ clinics: number }>(
    `with removed as (delete from clinic where origin = 'sample' returning id), answered as (
      delete from corrected_record using removed where record = 'clinic' and key = id::text and survivor is not null returning id
    ) select ((select count(*) from removed) - (select count(*) from answered))::integer as clinics`,
  );
  await client.query(
    `delete from evidence where source = 'sample'
      or not exists (select from clinic where id::text = split_part(key, ' ', 1))`,
  );
  await client.query(
    `delete from source_record where kind = 'clinic' and not exists (select from clinic where id::text = key);
    delete from source_record where kind = 'doctor' and not exists (select from doctor where registration_number = key)`,
  );
  await client.query(
    `update source_record set source = 'register', said = null, fields = jsonb_build_object('origin', 'register') || (
      fields - '{origin,website,hours,wheelchair,virtualVisits,accepting,acceptingMethod,observed}'::text[])
    from clinic where kind = 'clinic' and key = id::text and origin = 'register' and fields ->> 'origin' <> 'register'`,
  );
  await client.query('update doctor set previous_facts = null');
  return { doctors: doctors.rowCount ?? 0, clinics: removed[0]!.clinics };
}

/** Records the number of the first dataset version without the sample: exports of earlier ones are no longer served. */
export async function beginRealData(client: ClientBase, version: string): Promise<void> {
  await client.query('update change_feed set real_from = $1', [version]);
}

/**
 * Keeps the staged clinics, which may be invented ones, apart from stored ones of the other kind.
 * @throws SampleDataError when there are clinics of both kinds
 */
export async function requireOneKind(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ origin: string }>(
    `select distinct fields ->> 'origin' as origin from staged_clinic`,
  );
  if (!rows.some(({ origin }) => origin === 'sample')) return;
  if (rows.length > 1) throw new SampleDataError('file');
  await requireNoRealClinic(client);
}

async function requireNoRealClinic(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(`select from clinic where origin <> 'sample' limit 1`);
  if (rowCount !== 0) throw new SampleDataError('file');
}
