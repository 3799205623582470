/** How many rows of a run may be rejected: a number, or a share (0 to 1) of the rows that were read. */
export type RejectLimit = { readonly count: number } | { readonly share: number };

export const DEFAULT_REJECT_LIMIT: RejectLimit = { share: 0.01 };

/** More rows were rejected than the limit allows; nothing was imported. */
export class TooManyRejectsError extends Error {
  override readonly name = 'TooManyRejectsError';
}

/**
 * Checks the number of rejected rows.
 * @param file the rejects file
 * @throws TooManyRejectsError when the limit is exceeded
 */
export function requireRejectLimit(
  { read, rejected }: { readonly read: number; readonly rejected: number },
  limit: RejectLimit,
  file: string | undefined,
): void {
  const maximum = 'count' in limit ? limit.count : limit.share * read;
  if (rejected <= maximum) return;
  const allowed = 'count' in limit ? String(limit.count) : `${percent(limit.share)} of them`;
  throw new TooManyRejectsError(
    `${rejected} of ${read} rows could not be used, but at most ${allowed} may be rejected (--max-rejects)` +
      (file ? `; correct them in ${file}.` : '.'),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100} %`;
}
