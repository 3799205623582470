import type { AcceptanceObservation, ClinicRecord } from '@care-atlas/domain/records';

/**
 * A clinic as a source gives it, without what depends on the run and on the stations. `accepting` is an observation,
 * made at the time of `acceptingObserved`, or else since the extract in which its source first made it; null is none.
 */
export type ClinicInput = Omit<ClinicRecord, 'syncedAt' | 'nearSubway' | 'acceptingObserved' | 'evidence'> & {
  readonly acceptingObserved?: AcceptanceObservation | null;
  /** How an observation without a date was made; empty or absent if the source does not say. */
  readonly acceptingMethod?: string;
};

export interface ClinicOptions {
  /** Whether the rows are all clinics of their source: those that are not among them close then. */
  readonly complete?: boolean;
  /** The ids of places that the source knows, and that are no open clinics; read after the last row. */
  readonly ended?: readonly string[];
}
