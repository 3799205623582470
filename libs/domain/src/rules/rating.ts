import type { RatingCounts, ReviewAggregate } from '../contract/answers/review-answer.js';
import { REVIEW_DIMENSIONS, type RatedReview } from '../records/review.js';

/** Rounds to one decimal, the precision of all averages and shares. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Counts a doctor's reviews: 4 and 5 stars are positive, 1 and 2 negative. */
export function ratingOf(reviews: Iterable<RatedReview>): RatingCounts {
  const counts = { positive: 0, negative: 0, reviewCount: 0 };
  for (const { rating } of reviews) {
    counts.reviewCount++;
    if (rating >= 4) counts.positive++;
    if (rating <= 2) counts.negative++;
  }
  return counts;
}

/** Averages the reviews of a clinic. Omits dimensions without ratings. */
export function aggregateOf(reviews: Iterable<RatedReview>): ReviewAggregate {
  const all = [...reviews];
  return {
    avgRating: all.length === 0 ? null : oneDecimal(mean(all.map((review) => review.rating))),
    count: all.length,
    byDimension: REVIEW_DIMENSIONS.flatMap((dimension) => {
      const ratings = all.flatMap((review) => review.dimensions[dimension] ?? []);
      return ratings.length === 0
        ? []
        : [{ dimension, avgRating: oneDecimal(mean(ratings)), count: ratings.length }];
    }),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
