import { dateNumberOf, dateText } from '@care-atlas/domain/rules';
import {
  REVIEW_DIMENSIONS,
  type ReviewDimension,
  type ReviewRecord,
  type ReviewSubject,
} from '@care-atlas/domain/records';
import { authorName } from '../doctors/person-name.js';
import type { Random } from '../random.js';
import { reviewText, type SubjectKind } from './review-text.js';
import { Weighted } from '../weighted.js';

const DAY_MS = 86_400_000;
const WINDOW_MS = 5 * 365.25 * DAY_MS;
/** Doctors without reviews because they have only just begun. */
const SETTLING_MS = 30 * DAY_MS;

const NONE_SHARE = 0.4;
const MOST_REVIEWS = 400;
/** The number of reviews of a reviewed subject: median and spread of a heavy tail. */
const COUNT: Readonly<Record<SubjectKind, { median: number; spread: number }>> = {
  doctor: { median: 2.28, spread: 1.3 },
  clinic: { median: 5.35, spread: 1.42 },
};

/** Above 1, recent reviews are more frequent than old ones. */
const RECENCY = 1.7;

/** The stars of bad, average and good subjects. */
const STARS = ['Bad', 'Average', 'Good'].map((quality) =>
  Weighted.named<number>(`starsOf${quality}Subjects`),
);
const SUBJECT_QUALITY = Weighted.named<number>('subjectQuality');

/** Share of reviews without dimensions; the others rate each dimension so that 0.55 of all reviews do. */
const NO_DIMENSION_SHARE = 0.12;
const DIMENSION_SHARE = 0.55 / (1 - NO_DIMENSION_SHARE);

/**
 * Yields the reviews of a doctor or clinic; many have none.
 * @param since the date before which the subject cannot have been reviewed, if any
 */
export function* sampleReviews(
  random: Random,
  subject: ReviewSubject,
  now: Date,
  since?: () => string,
): Generator<ReviewRecord> {
  if (random.chance(NONE_SHARE)) return;
  const kind: SubjectKind = 'doctor' in subject ? 'doctor' : 'clinic';
  const count = random.heavyTailed(COUNT[kind].median, COUNT[kind].spread);
  const began = since?.();
  const window = began === undefined ? WINDOW_MS : Math.min(WINDOW_MS, now.getTime() - Date.parse(began));
  if (window < SETTLING_MS) return;
  const ratings = STARS[SUBJECT_QUALITY.pick(random)]!;
  const reviews = Math.min(MOST_REVIEWS, Math.ceil((count * window) / WINDOW_MS));
  for (let i = 0; i < reviews; i++) {
    const rating = ratings.pick(random);
    const dimensions = rateDimensions(random, rating);
    yield {
      id: random.uuid(),
      subject,
      author: authorName(random),
      rating,
      text: reviewText(random, kind, rating, dimensions),
      date: dateText(dateNumberOf(new Date(now.getTime() - window * random.unit() ** RECENCY))),
      dimensions,
    };
  }
}

function rateDimensions(random: Random, rating: number): ReviewRecord['dimensions'] {
  const rated: Partial<Record<ReviewDimension, number>> = {};
  if (random.chance(NO_DIMENSION_SHARE)) return rated;
  for (const dimension of REVIEW_DIMENSIONS) {
    if (!random.chance(DIMENSION_SHARE)) continue;
    const around = rating + (random.chance(0.55) ? 0 : random.pick([-1, 1]));
    rated[dimension] = Math.min(5, Math.max(1, around));
  }
  return rated;
}
