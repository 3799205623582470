import type { DoctorRecord, Freshness } from '../records/doctor.js';
import type { AsOf } from './time/as-of.js';

/**
 * Returns how reliable a doctor's record is: `unknown` if the register has never confirmed it, `fresh` if it did within
 * the last 30 days, or as many as configured, `stale` otherwise, and always once the registration has expired.
 */
export function freshnessOf(doctor: Pick<DoctorRecord, 'confirmedAt' | 'expiredAt'>, asOf: AsOf): Freshness {
  return freshnessAt(doctor.confirmedAt?.getTime() ?? NaN, doctor.expiredAt !== null, asOf);
}

/** Applies the same rule. @param confirmedAt milliseconds since 1970; NaN if never confirmed */
export function freshnessAt(confirmedAt: number, expired: boolean, asOf: AsOf): Freshness {
  if (expired) return 'stale';
  if (Number.isNaN(confirmedAt)) return 'unknown';
  return confirmedAt >= asOf.freshSince ? 'fresh' : 'stale';
}
