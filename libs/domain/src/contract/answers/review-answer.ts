import { REVIEW_DIMENSIONS, type ReviewDimension } from '../../records/review.js';
import { Field, growingEnum, RecordField, RecordList } from '../../schema/schema.js';
import { count, decimal, text } from '../../schema/field-schema.js';

/** What a doctor or a clinic answered to a review. */
export class ReviewReply {
  @Field(text('Text of the reply, as the operator of the directory was given it.')) readonly text: string;
  @Field(text('Calendar date.', { format: 'date' })) readonly date: string;
}

/** The public form of a review. */
export class Review {
  @Field(text('Abbreviated name of the author.', { examples: ['Priya S. (sample)'] }))
  readonly author: string;
  @Field({ type: 'integer', minimum: 1, maximum: 5, description: 'Stars.' }) readonly rating: number;
  @Field(text('Text of the reviewer: unchecked user content.')) readonly text: string;
  @Field(text('Calendar date.', { format: 'date' })) readonly date: string;
  @RecordField(() => ReviewReply, 'Reply of the doctor or clinic; absent where there is none.', {
    optional: true,
  })
  readonly reply?: ReviewReply;
}

/** The counts of a doctor's reviews. */
export class RatingCounts {
  @Field(count('Number of reviews with 4 or 5 stars.')) readonly positive: number;
  @Field(count('Number of reviews with 1 or 2 stars.')) readonly negative: number;
  @Field(count('Number of all reviews.')) readonly reviewCount: number;
}

/** The average of one dimension. */
export class DimensionAverage {
  @Field(growingEnum('Dimension.', REVIEW_DIMENSIONS)) readonly dimension: ReviewDimension;
  @Field(decimal('Mean rating, one decimal.', 1, 5)) readonly avgRating: number;
  @Field(count('Number of ratings of the dimension.', 1)) readonly count: number;
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
  @Field(count('Number of all reviews.')) readonly count: number;
  @RecordList(() => DimensionAverage, 'The dimensions that have ratings.')
  readonly byDimension: readonly DimensionAverage[];
}

export const SIGNAL_LEVELS = ['early', 'established'] as const;
export type SignalLevel = (typeof SIGNAL_LEVELS)[number];

/** The ratings of one dimension in the last 24 months, with their confidence interval. */
export class Signal {
  @Field(growingEnum('Dimension.', REVIEW_DIMENSIONS)) readonly dimension: ReviewDimension;
  @Field(decimal('Mean rating, one decimal.', 1, 5)) readonly avgRating: number;
  @Field(decimal('Lower end of the 95 % confidence interval of the mean.', 1, 5)) readonly low: number;
  @Field(decimal('Upper end of the 95 % confidence interval of the mean.', 1, 5)) readonly high: number;
  @Field(count('Number of ratings in the 24 months.', 1)) readonly sampleSize: number;
  @Field(decimal('Share of ratings of 4 or 5, percent, one decimal.', 0, 100)) readonly positivePct: number;
  @Field(text('early: 10 to 29 ratings. established: 30 or more.', { enum: SIGNAL_LEVELS }))
  readonly level: SignalLevel;
  @Field(text('Date of the newest rating.', { format: 'date' })) readonly lastReviewDate: string;
}
