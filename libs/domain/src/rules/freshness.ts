import type { DoctorRecord, Freshness } from '../records/doctor.js';
import { FRESH_DAYS, AsOf } from './as-of.js';

/**
 * Returns how reliable a doctor's record is: `unknown` if the register has never confirmed it, `fresh` if it did within
 * the last `freshDays` days, `stale` otherwise, and always once the registration has expired. Evaluated as of the start
 * of the current hour.
 */
export function freshnessOf(
  doctor: Pick<DoctorRecord, 'confirmedAt' | 'expiredAt'>,
  now: Date,
  freshDays = FRESH_DAYS,
): Freshness {
  const confirmedAt = doctor.confirmedAt?.getTime() ?? NaN;
  return freshnessAt(confirmedAt, doctor.expiredAt !== null, new AsOf(now, freshDays));
}

/** Applies the same rule. @param confirmedAt milliseconds since 1970; NaN if never confirmed */
export function freshnessAt(confirmedAt: number, expired: boolean, asOf: AsOf): Freshness {
  if (expired) return 'stale';
  if (Number.isNaN(confirmedAt)) return 'unknown';
  return confirmedAt >= asOf.freshSince ? 'fresh' : 'stale';
}
