/** How many of the listed records one run may remove. */
export interface RemovalLimit {
  /** A share, 0 to 1, of the records before the run. */
  readonly maxExpired: number;
  /** The exact number that is allowed whatever the share. */
  readonly confirmedExpiry: number | undefined;
}

/** Up to this many may always go: two percent of a small directory would be none. */
const ALWAYS_ALLOWED = 9;
const NAMED = 10;

/** What a run is about to remove. */
export interface Removal {
  readonly count: number;
  /** The number of records before the run. */
  readonly total: number;
  /** The records, in the plural, e.g. "active registrations". */
  readonly noun: string;
  readonly verb: 'expire' | 'close';
  /** Returns the first of them by name. */
  readonly first: (count: number) => Promise<readonly string[]>;
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
 * @throws RemovalLimitError when more records would go than the limit allows
 */
export async function requireRemovalLimit(removal: Removal, limit: RemovalLimit): Promise<void> {
  const { count, total, noun, verb } = removal;
  if (count <= ALWAYS_ALLOWED || count <= limit.maxExpired * total || count === limit.confirmedExpiry) return;
  const named = (await removal.first(NAMED)).join(', ');
  const others = count > NAMED ? ` and ${count - NAMED} more` : '';
  throw new RemovalLimitError(
    `This run would ${verb} ${count} of ${total} ${noun} (${percent(count / total)}), more than the ` +
      `${percent(limit.maxExpired)} that one run may: ${named}${others}. ` +
      `If that is right, confirm the number ${count}.`,
    count,
  );
}

/** Returns a share, 0 to 1, as a percentage with one decimal. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
