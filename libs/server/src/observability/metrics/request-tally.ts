import { type Tier, TIERS } from '@care-atlas/domain/access';

/** Upper ends of the classes into which durations are counted, in seconds. */
export const DURATION_ENDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

const OUTCOMES = ['none', ...TIERS] as const;
/** The tier of a key, or "none" without a valid one. */
export type CallerTier = (typeof OUTCOMES)[number];

// A count is kept under one number: a map of such keys is as fast as an array, and has no empty places.
const TIER_STEP = 1_000;
const STEPS = Object.fromEntries(OUTCOMES.map((tier, i) => [tier, i * TIER_STEP])) as Record<
  CallerTier,
  number
>;

/** How often something was done for a tier, with an outcome. */
export interface OutcomeCount {
  readonly tier: CallerTier;
  readonly status: number;
  readonly count: number;
}

/** Counts one operation: outcomes by tier and HTTP status, and durations in classes. */
export class OperationTally {
  readonly #outcomes = new Map<number, number>();
  /** By class of DURATION_ENDS; the last one is for what took longer. */
  readonly durations = new Float64Array(DURATION_ENDS.length + 1);
  #seconds = 0;

  count(tier: Tier | undefined, status: number): void {
    const place = STEPS[tier ?? 'none'] + status;
    this.#outcomes.set(place, (this.#outcomes.get(place) ?? 0) + 1);
  }

  took(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    let place = 0;
    while (place < DURATION_ENDS.length && seconds > DURATION_ENDS[place]!) place++;
    this.durations[place]!++;
    this.#seconds += seconds;
  }

  /** All durations together, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  outcomes(): OutcomeCount[] {
    return Array.from(this.#outcomes, ([place, count]) => ({
      tier: OUTCOMES[Math.floor(place / TIER_STEP)]!,
      status: place % TIER_STEP,
      count,
    }));
  }
}

/**
 * Counts by operation what a process does. It only counts, in some ten nanoseconds; what is made of it for those who
 * watch is made when they ask.
 */
export class RequestTally {
  readonly #operations = new Map<string, OperationTally>();

  /** The tally of an operation; names come from routes and tools, so that there are few. */
  of(operation: string): OperationTally {
    let tally = this.#operations.get(operation);
    if (!tally) this.#operations.set(operation, (tally = new OperationTally()));
    return tally;
  }

  get operations(): ReadonlyMap<string, OperationTally> {
    return this.#operations;
  }
}
