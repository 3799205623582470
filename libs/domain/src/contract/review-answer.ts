import { REVIEW_DIMENSIONS, type ReviewDimension } from '../records/review.js';
import { Field, RecordList } from '../schema/schema.js';

/** A review as readers see it. */
export class Review {
  @Field({ type: 'string', description: 'Abbreviated author name.', examples: ['Priya S. (sample)'] })
  readonly author: string;

  @Field({ type: 'integer', minimum: 1, maximum: 5, description: 'Stars.' })
  readonly rating: number;

  @Field({ type: 'string', description: 'What the reviewer wrote: user content, not checked.' })
  readonly text: string;

  @Field({ type: 'string', format: 'date', description: 'Calendar date.' })
  readonly date: string;
}

/** Counts of a doctor's reviews. */
export class RatingCounts {
  @Field({ type: 'integer', minimum: 0, description: 'Reviews of 4 and 5 stars.' })
  readonly positive: number;

  @Field({ type: 'integer', minimum: 0, description: 'Reviews of 1 and 2 stars.' })
  readonly negative: number;

  @Field({ type: 'integer', minimum: 0, description: 'All reviews.' })
  readonly reviewCount: number;
}

/** The average of one dimension. */
export class DimensionAverage {
  @Field({ type: 'string', enum: REVIEW_DIMENSIONS, description: 'Dimension.' })
  readonly dimension: ReviewDimension;

  @Field({ type: 'number', minimum: 1, maximum: 5, description: 'Mean rating, one decimal.' })
  readonly avgRating: number;

  @Field({ type: 'integer', minimum: 1, description: 'Ratings of the dimension.' })
  readonly count: number;
}

/** What a clinic's reviews amount to. */
export class ReviewAggregate {
  @Field({
    type: ['number', 'null'],
    minimum: 1,
    maximum: 5,
    description: 'Mean stars, one decimal; null when there are no reviews.',
  })
  readonly avgRating: number | null;

  @Field({ type: 'integer', minimum: 0, description: 'All reviews.' })
  readonly count: number;

  @RecordList(() => DimensionAverage, 'The dimensions that have ratings.')
  readonly byDimension: readonly DimensionAverage[];
}

export const SIGNAL_LEVELS = ['early', 'established'] as const;
export type SignalLevel = (typeof SIGNAL_LEVELS)[number];

/** What the last 24 months of ratings say about one dimension, with how sure that is. */
export class Signal {
  @Field({ type: 'string', enum: REVIEW_DIMENSIONS, description: 'Dimension.' })
  readonly dimension: ReviewDimension;

  @Field({ type: 'number', minimum: 1, maximum: 5, description: 'Mean rating, one decimal.' })
  readonly avgRating: number;

  @Field({
    type: 'number',
    minimum: 1,
    maximum: 5,
    description: 'Lower end of the 95 % interval of the mean.',
  })
  readonly low: number;

  @Field({
    type: 'number',
    minimum: 1,
    maximum: 5,
    description: 'Upper end of the 95 % interval of the mean.',
  })
  readonly high: number;

  @Field({ type: 'integer', minimum: 1, description: 'Ratings in the window.' })
  readonly sampleSize: number;

  @Field({
    type: 'number',
    minimum: 0,
    maximum: 100,
    description: 'Share of ratings of 4 and 5, percent, one decimal.',
  })
  readonly positivePct: number;

  @Field({
    type: 'string',
    enum: SIGNAL_LEVELS,
    description: 'early: 10 to 29 ratings. established: 30 and more.',
  })
  readonly level: SignalLevel;

  @Field({ type: 'string', format: 'date', description: 'Date of the newest rating.' })
  readonly lastReviewDate: string;
}
