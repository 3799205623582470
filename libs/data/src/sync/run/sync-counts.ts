/**
 * What a run did. Every row that was read was created, updated, unchanged, rejected or left out. The other counts are
 * of registrations, clinics and stations, including records that the source does not hold.
 */
export interface SyncCounts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Registrations that were active before the run and no longer are. */
  readonly expired: number;
  /** Registrations that are active again. */
  readonly unexpired: number;
  /** Clinics made from addresses of the register. */
  readonly opened: number;
  /** Clinics that closed, or stations that were removed. */
  readonly closed: number;
  /** Clinics that were closed and are open again. */
  readonly reopened: number;
  /** Clinics that a complete source lacks and that stay open, because a listed doctor practices there. */
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

/** Returns the number of valid rows that the directory does not include. */
export function skippedRows({ read, created, updated, unchanged, rejected }: SyncCounts): number {
  return read - created - updated - unchanged - rejected;
}

/** Returns the sum, count by count. */
export function addCounts(sum: SyncCounts, more: Partial<SyncCounts>): SyncCounts {
  const entries = SYNC_COUNT_NAMES.map((name) => [name, sum[name] + (more[name] ?? 0)]);
  return Object.fromEntries(entries) as SyncCounts;
}
