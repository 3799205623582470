import type { DoctorRecord } from './doctor.js';

export const FRESHNESS = ['fresh', 'stale', 'unknown'] as const;
export type Freshness = (typeof FRESHNESS)[number];

/** For how many days a confirmation by the register counts as fresh, unless configured otherwise. */
export const FRESH_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * How far a doctor's record can be relied on: `unknown` when the register has never confirmed it, `fresh`
 * when it did within the last `freshDays` days before `asOf`, `stale` otherwise, and always once expired.
 */
export function freshnessOf(
  doctor: Pick<DoctorRecord, 'confirmedAt' | 'expiredAt'>,
  asOf: Date,
  freshDays = FRESH_DAYS,
): Freshness {
  if (doctor.expiredAt) return 'stale';
  if (!doctor.confirmedAt) return 'unknown';
  return asOf.getTime() - doctor.confirmedAt.getTime() <= freshDays * DAY_MS ? 'fresh' : 'stale';
}
