import type { Message } from '../messages/index.js';
import type { Interpretation } from './answers/interpretation.js';
import type { DoctorQuery } from './queries/query.js';

export type CoverageQuery = Pick<DoctorQuery, 'specialties' | 'languages' | 'accepting'>;

/** Doctors by what is known of their primary clinics' acceptance, and by freshness. Each group sums up to `doctors`. */
export interface CoverageCounts {
  readonly doctors: number;
  readonly accepting: number;
  readonly notAccepting: number;
  readonly acceptanceUnknown: number;
  readonly fresh: number;
  readonly stale: number;
  readonly neverConfirmed: number;
}

/** The matching doctors whose primary clinics lie in a postal area. */
export interface AreaCoverage extends CoverageCounts {
  /** Empty for the doctors whose postal area is not known, or outside the region. */
  readonly postalArea: string;
  /** Empty where that is not known. */
  readonly municipality: string;
}

/** The matching doctors by area: every postal area of the region, by name, then those of no known area. */
export interface Coverage {
  readonly total: CoverageCounts;
  readonly areas: readonly AreaCoverage[];
  /** What was read as something else. */
  readonly interpreted: readonly Interpretation[];
  readonly warnings: readonly Message[];
}
