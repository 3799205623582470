/** The kinds of keys, as tiers of answer sizes and rate limits. */
export const TIERS = ['sandbox', 'live', 'gateway', 'admin'] as const;
export type Tier = (typeof TIERS)[number];

/** The sizes of answers in a tier. Totals are always complete. */
export interface AnswerSizes {
  /** Default page size. */
  readonly pageDefault: number;
  /** Maximum page size. A larger limit is capped, with a warning. */
  readonly pageMaximum: number;
  /** Maximum number of reviews in the detail of a doctor. */
  readonly nestedReviews: number;
  /** Maximum number of doctors in the detail of a clinic. */
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
