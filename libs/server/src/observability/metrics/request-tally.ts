import { type Tier, TIERS } from '@care-atlas/domain/access';

/** Upper bounds of the buckets that durations are counted in, in seconds. */
export const DURATION_BOUNDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

const CALLER_TIERS = ['none', ...TIERS] as const;
/** The tier of a key, or "none" without a valid one. */
export type CallerTier = (typeof CALLER_TIERS)[number];

// Tier and status in one number: a map with such keys is as fast as an array, without its empty slots.
const TIER_STEP = 1_000;
const TIER_BASES = Object.fromEntries(CALLER_TIERS.map((tier, i) => [tier, i * TIER_STEP])) as Record<
  CallerTier,
  number
>;

/** The number of requests of a tier with one outcome. */
export interface OutcomeCount {
  readonly tier: CallerTier;
  readonly status: number;
  readonly count: number;
}

/** Counts one operation: outcomes by tier and HTTP status, and durations by bucket. */
export class OperationTally {
  readonly #outcomes = new Map<number, number>();
  /** By bucket of DURATION_BOUNDS; the last bucket holds longer durations. */
  readonly durations = new Float64Array(DURATION_BOUNDS.length + 1);
  #seconds = 0;

  count(tier: Tier | undefined, status: number): void {
    const outcome = TIER_BASES[tier ?? 'none'] + status;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  addDuration(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    this.durations[bucketOf(seconds)]!++;
    this.#seconds += seconds;
  }

  /** The sum of all durations, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  outcomes(): OutcomeCount[] {
    return Array.from(this.#outcomes, ([outcome, count]) => ({
      tier: CALLER_TIERS[Math.floor(outcome / TIER_STEP)]!,
      status: outcome % TIER_STEP,
      count,
    }));
  }
}

/** Returns the bucket of a duration; the one after the last bound for longer ones. */
export function bucketOf(seconds: number): number {
  let bucket = 0;
  while (bucket < DURATION_BOUNDS.length && seconds > DURATION_BOUNDS[bucket]!) bucket++;
  return bucket;
}

/** Counts requests by operation. Counting takes about ten nanoseconds; metrics are computed at each scrape. */
export class RequestTally {
  readonly #operations = new Map<string, OperationTally>();

  /** Returns the tally of an operation. Names come from routes and tools, so there are few. */
  of(operation: string): OperationTally {
    let tally = this.#operations.get(operation);
    if (!tally) this.#operations.set(operation, (tally = new OperationTally()));
    return tally;
  }

  get operations(): ReadonlyMap<string, OperationTally> {
    return this.#operations;
  }
}
