/** How many rows of a run may be rejected: a number, or a share (0 to 1) of the rows that were read. */
export type RejectLimit = { readonly count: number } | { readonly share: number };

export const DEFAULT_REJECT_LIMIT: RejectLimit = { share: 0.01 };
/** The same for rows of which values were left out. */
export const DEFAULT_NOTE_LIMIT: RejectLimit = { share: 0.05 };

/** More rows were rejected than the limit allows; nothing was imported. */
export class TooManyRejectsError extends Error {
  override readonly name = 'TooManyRejectsError';
}

const FAULTS = {
  '--max-rejects': 'rows could not be used, but at most * may be rejected (--max-rejects)',
  '--max-notes': 'rows have bad values, but such values of at most * may be left out (--max-notes)',
} as const;

/**
 * Checks the number of rejected rows, or of rows of which values were left out.
 * @param file the rejects file
 * @throws TooManyRejectsError when the limit is exceeded
 */
export function requireRejectLimit(
  option: keyof typeof FAULTS,
  count: number,
  read: number,
  limit: RejectLimit,
  file: string | undefined,
): void {
  const maximum = 'count' in limit ? limit.count : limit.share * read;
  if (count <= maximum) return;
  const allowed = 'count' in limit ? String(limit.count) : `${percent(limit.share)} of them`;
  const fault = `${count} of ${read} ${FAULTS[option].replace('*', allowed)}`;
  throw new TooManyRejectsError(fault + (file ? `; correct them in ${file}.` : '.'));
}

/** More are not kept in memory. */
const MAX_FAULTS = 200_000;

/** @throws TooManyRejectsError when too many rows were rejected, or had values left out, whatever the options allow */
export function requireFewFaults(count: number): void {
  if (count <= MAX_FAULTS) return;
  throw new TooManyRejectsError(
    `More than ${MAX_FAULTS} rows could not be used, or not completely, which no option allows: correct the file.`,
  );
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100} %`;
}
