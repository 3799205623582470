import type { AcceptanceCode } from '@care-atlas/domain/records';
import { mergeCounts } from '../staging/record-merge.js';
import { rejectStaged, type Rows, stage, type StagingTable } from '../staging/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { keepUnmatched } from '../unmatched/unmatched-records.js';
import { mergeObservations, STAGED_OBSERVATION, type StagedObservation } from './observation.js';

/** The clinic or doctor that an observation is about. */
export type AvailabilitySubject = { readonly clinicId: string } | { readonly registrationNumber: string };

/** An observation of whether new patients are accepted. */
export interface AvailabilityInput {
  readonly subject: AvailabilitySubject;
  readonly accepting: boolean;
  /** How it was made, in a word or two that fit after "by", such as "phone"; empty when not known. */
  readonly method: string;
  readonly observedAt: Date;
  /** Whom the subject accepts, if the source says. */
  readonly code?: AcceptanceCode | null;
}

export const STAGED_AVAILABILITY: StagingTable<StagedObservation> = {
  name: 'staged_observation',
  noun: 'observations',
  columns: STAGED_OBSERVATION,
  key: ['clinicId', 'registrationNumber', 'method', 'observedAt'],
  ignoresRepetitions: true,
};

/**
 * Merges observations of who accepts new patients. One about a doctor or clinic that is not stored waits for it; one
 * of a future time is rejected.
 */
export async function mergeAvailability(
  context: SyncContext,
  rows: Rows<AvailabilityInput>,
): Promise<Partial<SyncCounts>> {
  const staged = await stage(context, STAGED_AVAILABILITY, rows, (row) => stagedObservation(row, context));
  const future = await rejectStaged(
    context,
    STAGED_AVAILABILITY.name,
    `observed_at > timestamptz '${context.now.toISOString()}'`,
    'The time of the observation is in the future: give the time at which it was made.',
    { staged: 'observed_at', source: 'observed_at' },
  );
  const waiting = await keepUnmatched(context, 'observation', STAGED_AVAILABILITY);
  const { created, updated } = await mergeObservations(context);
  return mergeCounts(staged - future, created, updated, waiting);
}

function stagedObservation(
  { subject, accepting, method, observedAt, code = null }: AvailabilityInput,
  { run }: SyncContext,
): StagedObservation {
  return {
    clinicId: 'clinicId' in subject ? subject.clinicId : null,
    registrationNumber: 'registrationNumber' in subject ? subject.registrationNumber : null,
    accepting,
    method,
    observedAt,
    source: run.source,
    code,
    since: null,
  };
}
