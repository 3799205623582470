import type { AvailabilityInput } from './availability-input.js';
import { mergeCounts } from '../run/merge.js';
import { mergeObservations } from './observation.js';
import type { Numbered } from '../run/reject.js';
import { rejectStaged, type Rows, stage, type StagingTable } from '../run/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

const STAGED: StagingTable = {
  name: 'staged_observation',
  columns: {
    clinic_id: 'uuid',
    registration_number: 'text',
    accepting: 'boolean',
    method: 'text',
    observed_at: 'timestamptz',
    undated: 'boolean',
  },
  key: ['clinic_id', 'registration_number', 'method', 'observed_at'],
  repeats: true,
};

/**
 * Keeps observations of who accepts new patients. One about a doctor or clinic that is not stored is rejected, and
 * one of a time that has not come yet.
 */
export async function mergeAvailability(
  context: SyncContext,
  rows: Rows<Numbered<AvailabilityInput>>,
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const staged = await stage(context, STAGED, rows, stagedValues, onProgress);
  const unknownClinics = await rejectStaged(
    context,
    STAGED.name,
    'clinic_id is not null and not exists (select from clinic where clinic.id = staged.clinic_id)',
    { staged: 'clinic_id', source: 'clinic' },
    'No clinic with this id is in the directory.',
  );
  const unknownDoctors = await rejectStaged(
    context,
    STAGED.name,
    `registration_number is not null and not exists (
      select from doctor where doctor.registration_number = staged.registration_number)`,
    { staged: 'registration_number', source: 'doctor' },
    'No doctor with this registration number is in the directory.',
  );
  const early = await rejectStaged(
    context,
    STAGED.name,
    `observed_at > timestamptz '${context.now.toISOString()}'`,
    { staged: 'observed_at', source: 'observed_at' },
    'An observation cannot be of a time that has not come.',
  );
  const { created, updated } = await mergeObservations(context);
  return mergeCounts(staged - unknownClinics - unknownDoctors - early, created, updated);
}

function stagedValues({ subject, accepting, method, observedAt }: AvailabilityInput) {
  const clinic = 'clinicId' in subject ? subject.clinicId : null;
  const doctor = 'registrationNumber' in subject ? subject.registrationNumber : null;
  return [clinic, doctor, accepting, method, observedAt, false];
}
