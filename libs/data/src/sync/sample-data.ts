import type { ClientBase } from 'pg';
import { CORRECTIONS } from '../entities/correction.entity.js';

/** The sources of runs that write invented records, or correct what is there. */
const SOURCES_BESIDE_SAMPLE = ['sample', CORRECTIONS];

/** The directory holds invented records, which an import must not mix with real ones. */
export class SampleDataError extends Error {
  override readonly name = 'SampleDataError';

  constructor() {
    super('The directory holds sample data, which an import never mixes with real data.');
  }
}

/** The number of sample records that a run removed. */
export interface RemovedSample {
  readonly doctors: number;
  readonly clinics: number;
}

/**
 * Keeps sample and real data apart: before a run of another source, sample records are removed, if the caller wants
 * that. Stations stay, because they are real.
 * @returns the number of removed records; undefined where there were none
 * @throws SampleDataError when there are sample records that the caller does not want to be removed
 */
export async function separateSample(
  client: ClientBase,
  source: string,
  replace: boolean,
): Promise<RemovedSample | undefined> {
  if (SOURCES_BESIDE_SAMPLE.includes(source)) return undefined;
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from clinic where origin = 'sample') as found`,
  );
  if (!rows[0]!.found) return undefined;
  if (!replace) throw new SampleDataError();
  // Lists, reviews, services and observations go with their records.
  const doctors = await client.query(
    `delete from doctor using clinic
    where clinic.id = primary_clinic_id and origin = 'sample' and registration_status = ''`,
  );
  // An earlier release let the register place doctors at clinics of the sample: those follow the register from now on.
  await client.query(
    `update clinic set origin = 'register', website = '', wheelchair = null, virtual_visits = null
    where origin = 'sample' and id in (select primary_clinic_id from doctor)`,
  );
  const clinics = await client.query(`delete from clinic where origin = 'sample'`);
  await client.query('update doctor set list_digest = null where list_digest is not null');
  await client.query('analyze clinic, doctor, review');
  return { doctors: doctors.rowCount ?? 0, clinics: clinics.rowCount ?? 0 };
}
