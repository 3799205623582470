/** How much of what is listed one run may take away. */
export interface ExpiryLimit {
  /** As a share, 0 to 1, of what was there before. */
  readonly maxExpired: number;
  /** How many are meant to go: if it is exactly so many, the share does not matter. */
  readonly confirmedExpiry: number | undefined;
}

/** So few may always go: two per cent of a small directory would be nobody. */
const ALWAYS_ALLOWED = 9;
const NAMED = 10;

/** What a run is about to take away. */
export interface Departure {
  readonly count: number;
  /** How many there were before. */
  readonly of: number;
  /** Of whom, in the plural, e.g. "active registrations". */
  readonly what: string;
  readonly verb: 'expire' | 'close';
  /** Asks for the first of them by name. */
  readonly first: (count: number) => Promise<readonly string[]>;
}

/** More would expire or close than one run may take away. */
export class MassDeparture extends Error {
  override readonly name = 'MassDeparture';

  constructor(
    message: string,
    /** How many would go: the number to confirm. */
    readonly count: number,
  ) {
    super(message);
  }
}

/**
 * A file that was cut off must not take half of the directory with it.
 * @throws MassDeparture, with one sentence, when more would go than the limit allows
 */
export async function refuseMassDeparture(departure: Departure, limit: ExpiryLimit): Promise<void> {
  const { count, of, what, verb } = departure;
  if (count <= ALWAYS_ALLOWED || count <= limit.maxExpired * of || count === limit.confirmedExpiry) return;
  const named = (await departure.first(NAMED)).join(', ');
  const others = count > NAMED ? ` and ${count - NAMED} more` : '';
  throw new MassDeparture(
    `This run would ${verb} ${count} of ${of} ${what} (${percent(count / of)}), more than the ` +
      `${percent(limit.maxExpired)} that one run may: ${named}${others}. ` +
      `If that is right, confirm the number ${count}.`,
    count,
  );
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
