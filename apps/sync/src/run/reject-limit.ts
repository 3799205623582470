/** How many rows of a run may be rejected: so many, or such a share (0 to 1) of those that were read. */
export type RejectLimit = { readonly count: number } | { readonly share: number };

export const USUAL_REJECTS: RejectLimit = { share: 0.01 };

/** More rows were rejected than the run may leave out; nothing was imported. */
export class TooManyRejects extends Error {
  override readonly name = 'TooManyRejects';
}

/**
 * @param file where they are
 * @throws TooManyRejects when they are more than the limit
 */
export function refuseManyRejects(
  { read, rejected }: { readonly read: number; readonly rejected: number },
  limit: RejectLimit,
  file: string | undefined,
): void {
  const most = 'count' in limit ? limit.count : limit.share * read;
  if (rejected <= most) return;
  const allowed = 'count' in limit ? String(limit.count) : `${percent(limit.share)} of them`;
  throw new TooManyRejects(
    `${rejected} of ${read} rows could not be used, but at most ${allowed} may be rejected (--max-rejects)` +
      (file ? `; they are in ${file}.` : '.'),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100} %`;
}
