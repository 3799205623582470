import type { AnswerSizes, Tier } from '@care-atlas/domain/access';

/** What each tier may do, and what those without a key may. */
export interface TierRules {
  /**
   * Requests per minute: by tier; of a gateway's consumer; and by client address, failed authentications and requests
   * that need no key.
   */
  readonly rates: Readonly<Record<Tier | 'consumer' | 'failures' | 'open', number>>;
  readonly sizes: Readonly<Record<Tier, AnswerSizes>>;
}

/** Token of the TierRules among Nest's providers. */
export const TIER_RULES = Symbol('TierRules');

export const WINDOW_MS = 60_000;
