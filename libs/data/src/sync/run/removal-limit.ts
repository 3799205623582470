import type { SyncContext } from './sync-context.js';

/** Up to this many may always go: two percent of a small directory would be none. */
export const ALWAYS_ALLOWED = 9;
/** The number of records that a refusal names. */
export const NAMED = 10;

/** What a run is about to remove. */
export interface Removal {
  /** The records, in the plural, e.g. "active registrations". */
  readonly noun: string;
  readonly verb: 'expire' | 'close';
  readonly count: number;
  /** How many there are. */
  readonly total: number;
  /** The names of the first records that go. */
  readonly first: readonly string[];
}

/** More records would expire or close than one run may remove. */
export class RemovalLimitError extends Error {
  override readonly name = 'RemovalLimitError';

  constructor(
    message: string,
    /** The number to confirm. */
    readonly count: number,
  ) {
    super(message);
  }
}

/**
 * Protects the directory against a file that was cut off.
 * @throws RemovalLimitError when more records go than the limit allows
 */
export function refuseRemovals(
  { noun, verb, count, total, first }: Removal,
  { maxExpired, confirmExpiry }: SyncContext['limit'],
): void {
  if (count <= ALWAYS_ALLOWED || count <= maxExpired * total || count === confirmExpiry) return;
  const others = count > NAMED ? ` and ${count - NAMED} more` : '';
  throw new RemovalLimitError(
    `This run would ${verb} ${count} of ${total} ${noun} (${percent(count / total)}), more than the ` +
      `${percent(maxExpired)} that one run may: ${first.join(', ')}${others}. ` +
      `If that is right, confirm the number ${count}.`,
    count,
  );
}

/** Returns a share, 0 to 1, as a percentage with one decimal. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
