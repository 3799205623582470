import type { ClinicListQuery, DoctorQuery } from '../contract/query.js';

/** The state of an answer that the clock does not change. */
export const UNCHANGING = '';

/** Returns whether the clock changes which records match: no other filter depends on it. */
export function movesWithClock({ minYears, maxYears }: DoctorQuery | ClinicListQuery): boolean {
  return minYears !== undefined || maxYears !== undefined;
}
