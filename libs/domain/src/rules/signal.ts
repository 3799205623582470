import { dateText, monthsBefore } from './time/calendar.js';
import { mean, oneDecimal } from './rating.js';
import type { SignalList } from '../contract/answers/list-answer.js';
import type { Signal } from '../contract/answers/review-answer.js';
import { REVIEW_DIMENSIONS, type ReviewDimension, type RatedReview } from '../records/review.js';

/** Minimum number of ratings per signal: below it, chance outweighs the rated quality. */
export const MIN_SAMPLE = 10;
/** Minimum number of ratings of an established signal, as published programs require. */
const ESTABLISHED_SAMPLE = 30;
const WINDOW_MONTHS = 24;

/**
 * Summarizes the ratings of the last 24 months, by dimension.
 * @param today the end of the 24 months, yyyymmdd
 */
export function signalsOf(
  reviews: Iterable<RatedReview>,
  today: number,
): Pick<SignalList, 'signals' | 'suppressed'> {
  const since = monthsBefore(today, WINDOW_MONTHS);
  const recent = [...reviews].filter((review) => review.date >= since);
  const signals: Signal[] = [];
  const suppressed: ReviewDimension[] = [];
  for (const dimension of REVIEW_DIMENSIONS) {
    const rated = recent.filter((review) => review.dimensions[dimension] !== undefined);
    if (rated.length < MIN_SAMPLE) suppressed.push(dimension);
    else signals.push(signalOf(dimension, rated));
  }
  return { signals, suppressed };
}

function signalOf(dimension: ReviewDimension, rated: readonly RatedReview[]): Signal {
  const ratings = rated.map((review) => review.dimensions[dimension]!);
  const average = mean(ratings);
  const spread = Math.sqrt(
    ratings.reduce((sum, rating) => sum + (rating - average) ** 2, 0) / (ratings.length - 1),
  );
  const margin = (studentT95(ratings.length - 1) * spread) / Math.sqrt(ratings.length);
  return {
    dimension,
    avgRating: oneDecimal(average),
    low: oneDecimal(Math.max(1, average - margin)),
    high: oneDecimal(Math.min(5, average + margin)),
    sampleSize: ratings.length,
    positivePct: oneDecimal((ratings.filter((rating) => rating >= 4).length / ratings.length) * 100),
    level: ratings.length < ESTABLISHED_SAMPLE ? 'early' : 'established',
    lastReviewDate: dateText(Math.max(...rated.map((review) => review.date))),
  };
}

/**
 * Returns the two-sided 95 % quantile of Student's t by the Cornish-Fisher expansion around the normal quantile. Correct
 * to three decimals from 9 degrees of freedom on, the number that the minimum sample leaves.
 */
function studentT95(degrees: number): number {
  const z = 1.959964;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}
