/**
 * What a run did. Every row that was read was created, updated, unchanged or rejected. The other counts are of
 * registrations and clinics, and may be of records that the source does not hold.
 */
export interface SyncCounts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Registrations that were active before and are not any more. */
  readonly expired: number;
  /** Registrations that came back. */
  readonly unexpired: number;
  /** Clinics made from the addresses of the register. */
  readonly opened: number;
  readonly closed: number;
  /** Clinics that were closed and are open again. */
  readonly reopened: number;
  /** Clinics that a complete source lacks and that stay open, because a listed doctor practises there. */
  readonly kept: number;
  /** Rows that could not be used. */
  readonly rejected: number;
}

export const NO_COUNTS: SyncCounts = {
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  expired: 0,
  unexpired: 0,
  opened: 0,
  closed: 0,
  reopened: 0,
  kept: 0,
  rejected: 0,
};

export const SYNC_COUNT_NAMES = Object.keys(NO_COUNTS) as readonly (keyof SyncCounts)[];

/** The sum, count by count. */
export function addCounts(sum: SyncCounts, more: Partial<SyncCounts>): SyncCounts {
  const entries = SYNC_COUNT_NAMES.map((name) => [name, sum[name] + (more[name] ?? 0)]);
  return Object.fromEntries(entries) as unknown as SyncCounts;
}
