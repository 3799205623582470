/** How much a caller may ask for, by the kind of its key. */
export const TIERS = ['sandbox', 'live', 'gateway', 'admin'] as const;
export type Tier = (typeof TIERS)[number];

/** The sizes of answers in a tier. Totals are always the true totals. */
export interface AnswerSizes {
  /** Items in a page when the request names no limit. */
  readonly pageDefault: number;
  /** Items in a page at most; a larger limit is capped and warned of. */
  readonly pageMaximum: number;
  /** Newest reviews inside a doctor's detail. */
  readonly nestedReviews: number;
  /** Doctors inside a clinic's detail. */
  readonly nestedDoctors: number;
}

export const FULL_SIZES: AnswerSizes = {
  pageDefault: 25,
  pageMaximum: 100,
  nestedReviews: 5,
  nestedDoctors: Number.POSITIVE_INFINITY,
};

export const SANDBOX_SIZES: AnswerSizes = {
  pageDefault: 10,
  pageMaximum: 10,
  nestedReviews: 2,
  nestedDoctors: 3,
};

export const DEFAULT_SIZES: Readonly<Record<Tier, AnswerSizes>> = {
  sandbox: SANDBOX_SIZES,
  live: FULL_SIZES,
  gateway: FULL_SIZES,
  admin: FULL_SIZES,
};
