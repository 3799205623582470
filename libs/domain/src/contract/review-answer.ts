import { REVIEW_DIMENSIONS, type ReviewDimension } from '../records/review.js';
import { Field, RecordList } from '../schema/schema.js';

/** The public form of a review. */
export class Review {
  @Field({ type: 'string', description: 'Abbreviated name of the author.', examples: ['Priya S. (sample)'] })
  readonly author: string;

  @Field({ type: 'integer', minimum: 1, maximum: 5, description: 'Stars.' })
  readonly rating: number;

  @Field({ type: 'string', description: 'Text of the reviewer: unchecked user content.' })
  readonly text: string;

  @Field({ type: 'string', format: 'date', description: 'Calendar date.' })
  readonly date: string;
}

/** The counts of a doctor's reviews. */
export class RatingCounts {
  @Field({ type: 'integer', minimum: 0, description: 'Number of reviews with 4 or 5 stars.' })
  readonly positive: number;

  @Field({ type: 'integer', minimum: 0, description: 'Number of reviews with 1 or 2 stars.' })
  readonly negative: number;

  @Field({ type: 'integer', minimum: 0, description: 'Number of all reviews.' })
  readonly reviewCount: number;
}

/** The average of one dimension. */
export class DimensionAverage {
  @Field({ type: 'string', enum: REVIEW_DIMENSIONS, description: 'Dimension.' })
  readonly dimension: ReviewDimension;

  @Field({ type: 'number', minimum: 1, maximum: 5, description: 'Mean rating, one decimal.' })
  readonly avgRating: number;

  @Field({ type: 'integer', minimum: 1, description: 'Number of ratings of the dimension.' })
  readonly count: number;
}

/** The averages of a clinic's reviews. */
export class ReviewAggregate {
  @Field({
    type: ['number', 'null'],
    minimum: 1,
    maximum: 5,
    description: 'Mean stars, one decimal; null if there are no reviews.',
  })
  readonly avgRating: number | null;

  @Field({ type: 'integer', minimum: 0, description: 'Number of all reviews.' })
  readonly count: number;

  @RecordList(() => DimensionAverage, 'The dimensions that have ratings.')
  readonly byDimension: readonly DimensionAverage[];
}

export const SIGNAL_LEVELS = ['early', 'established'] as const;
export type SignalLevel = (typeof SIGNAL_LEVELS)[number];

/** The ratings of one dimension in the last 24 months, with their confidence interval. */
export class Signal {
  @Field({ type: 'string', enum: REVIEW_DIMENSIONS, description: 'Dimension.' })
  readonly dimension: ReviewDimension;

  @Field({ type: 'number', minimum: 1, maximum: 5, description: 'Mean rating, one decimal.' })
  readonly avgRating: number;

  @Field({
    type: 'number',
    minimum: 1,
    maximum: 5,
    description: 'Lower end of the 95 % confidence interval of the mean.',
  })
  readonly low: number;

  @Field({
    type: 'number',
    minimum: 1,
    maximum: 5,
    description: 'Upper end of the 95 % confidence interval of the mean.',
  })
  readonly high: number;

  @Field({ type: 'integer', minimum: 1, description: 'Number of ratings in the 24 months.' })
  readonly sampleSize: number;

  @Field({
    type: 'number',
    minimum: 0,
    maximum: 100,
    description: 'Share of ratings of 4 or 5, percent, one decimal.',
  })
  readonly positivePct: number;

  @Field({
    type: 'string',
    enum: SIGNAL_LEVELS,
    description: 'early: 10 to 29 ratings. established: 30 or more.',
  })
  readonly level: SignalLevel;

  @Field({ type: 'string', format: 'date', description: 'Date of the newest rating.' })
  readonly lastReviewDate: string;
}
