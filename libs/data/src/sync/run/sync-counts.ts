/**
 * What a run counts. Every row that was read was created, updated, unchanged, waiting, rejected or left out. The other counts
 * are of registrations, clinics and stations, including records that the source does not hold.
 */
export const SYNC_COUNT_NAMES = [
  'read',
  'created',
  'updated',
  'unchanged',
  // Registrations that were active before the run and no longer are.
  'expired',
  // Registrations that are active again.
  'unexpired',
  // Clinics made from addresses of the register.
  'opened',
  // Clinics that closed, or stations that were removed.
  'closed',
  // Clinics that were closed and are open again.
  'reopened',
  // Clinics that a complete source lacks and that stay open, because a listed doctor practices there.
  'kept',
  // Rows that could not be used.
  'rejected',
  // Rows about doctors or clinics that the directory does not have yet.
  'waiting',
  // Rows of earlier runs whose doctor or clinic is in the directory now.
  'matched',
] as const;

export type SyncCounts = Readonly<Record<(typeof SYNC_COUNT_NAMES)[number], number>>;

export const NO_COUNTS = Object.fromEntries(SYNC_COUNT_NAMES.map((name) => [name, 0])) as SyncCounts;

/** Returns the number of valid rows that the directory does not include. */
export function skippedRows({ read, created, updated, unchanged, waiting, rejected }: SyncCounts): number {
  return read - created - updated - unchanged - waiting - rejected;
}

/** Returns the sum, count by count. */
export function addCounts(sum: SyncCounts, more: Partial<SyncCounts>): SyncCounts {
  const entries = SYNC_COUNT_NAMES.map((name) => [name, sum[name] + (more[name] ?? 0)]);
  return Object.fromEntries(entries) as SyncCounts;
}
