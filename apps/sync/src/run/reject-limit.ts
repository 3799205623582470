import type { SyncReject } from '@care-atlas/data/sync';
import { shortReason } from './import-summary.js';

/** How many rows of a run may be rejected: a number, or a share (0 to 1) of the rows that were read. */
export type RejectLimit = { readonly count: number } | { readonly share: number };

export const DEFAULT_REJECT_LIMIT: RejectLimit = { share: 0.01 };
/** The same for rows of which values were left out. */
export const DEFAULT_NOTE_LIMIT: RejectLimit = { share: 0.05 };

/** More rows were rejected than the limit allows; nothing was imported. */
export class TooManyRejectsError extends Error {
  override readonly name = 'TooManyRejectsError';

  constructor(
    message: string,
    /** The same for somebody who knows neither the options nor the files of a command. */
    readonly fact = message,
  ) {
    super(message);
  }
}

const FAULTS = {
  '--max-rejects': ['rows could not be used', 'at most * may be rejected'],
  '--max-notes': ['rows have bad values', 'such values of at most * may be left out'],
} as const;
type LimitOption = keyof typeof FAULTS;

/** The file of an import. */
export interface FaultyFile {
  readonly name: string;
  /** The file of its rejected rows; undefined without any. */
  readonly rejects: string | undefined;
}

/** Returns what to do about rows beyond a limit. The rejects file has only these rows: as a complete file it would end all others. */
export function remedyOf(option: LimitOption, count: number, { name, rejects }: FaultyFile): string {
  const where = rejects === undefined ? '' : `, which are in ${rejects}`;
  return `Correct ${name} itself and import it again as a whole, or allow ${option} ${count} and correct these rows${where}, afterwards.`;
}

/**
 * Checks the number of rejected rows, or of rows of which values were left out.
 * @param first the first of the rows
 * @throws TooManyRejectsError when the limit is exceeded
 */
export function requireRejectLimit(
  option: LimitOption,
  count: number,
  read: number,
  limit: RejectLimit,
  file: FaultyFile,
  first: Pick<SyncReject, 'line' | 'reason'> | undefined,
): void {
  const maximum = 'count' in limit ? limit.count : limit.share * read;
  if (count <= maximum) return;
  const allowed = 'count' in limit ? String(limit.count) : `${percent(limit.share)} of them`;
  const [what, limited] = FAULTS[option];
  const fact = `${count} of ${read} ${what}, but ${limited.replace('*', allowed)}`;
  const example = first
    ? ` The first one, ${first.line === null ? '' : `line ${first.line}: `}${shortReason(first.reason)}`
    : '';
  throw new TooManyRejectsError(`${fact}. ${remedyOf(option, count, file)}${example}`, `${fact}.`);
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

/** Returns a share for a sentence. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
