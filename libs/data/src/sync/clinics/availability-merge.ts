import { mergeCounts } from '../run/record-merge.js';
import type { Numbered } from '../run/reject.js';
import { rejectStaged, rejectUnknownSubjects, type Rows, stage, type StagingTable } from '../run/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import type { AvailabilityInput } from './availability-input.js';
import { mergeObservations, STAGED_OBSERVATION, type StagedObservation } from './observation.js';

const STAGED: StagingTable<StagedObservation> = {
  name: 'staged_observation',
  columns: STAGED_OBSERVATION,
  key: ['clinicId', 'registrationNumber', 'method', 'observedAt'],
  ignoresRepetitions: true,
};

/**
 * Merges observations of who accepts new patients. One about a doctor or clinic that is not stored is rejected, and so
 * is one of a future time.
 */
export async function mergeAvailability(
  context: SyncContext,
  rows: Rows<Numbered<AvailabilityInput>>,
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const staged = await stage(context, STAGED, rows, stagedObservation, onProgress);
  const unknown = await rejectUnknownSubjects(context, STAGED.name, ['clinic', 'doctor']);
  const future = await rejectStaged(
    context,
    STAGED.name,
    `observed_at > timestamptz '${context.now.toISOString()}'`,
    { staged: 'observed_at', source: 'observed_at' },
    'The time of the observation is in the future: give the time at which it was made.',
  );
  const { created, updated } = await mergeObservations(context);
  return mergeCounts(staged - unknown - future, created, updated);
}

function stagedObservation({ subject, accepting, method, observedAt }: AvailabilityInput): StagedObservation {
  return {
    clinicId: 'clinicId' in subject ? subject.clinicId : null,
    registrationNumber: 'registrationNumber' in subject ? subject.registrationNumber : null,
    accepting,
    method,
    observedAt,
    undated: false,
  };
}
