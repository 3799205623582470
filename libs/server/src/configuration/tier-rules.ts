import type { AnswerSizes, Tier } from '@care-atlas/domain/access';

/** The limits of each tier, and of requests without a key. */
export interface TierRules {
  /**
   * Requests per minute: by tier; per consumer of a gateway; and per client address, failed authentications and requests
   * that need no key.
   */
  readonly rates: Readonly<Record<Tier | 'consumer' | 'failures' | 'open', number>>;
  readonly sizes: Readonly<Record<Tier, AnswerSizes>>;
}

/** The injection token of TierRules. */
export const TIER_RULES = Symbol('TierRules');

export const WINDOW_MS = 60_000;
