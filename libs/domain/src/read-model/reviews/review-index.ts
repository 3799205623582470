import { REVIEW_DIMENSIONS, type RatedReview, type ReviewDimension } from '../../records/review.js';
import { textAt, type TextColumn } from '../memory/text-arena.js';

/** The reviews of all doctors or of all clinics. Subject s has reviews starts[s] … starts[s + 1] - 1, newest first. */
export interface ReviewColumns {
  readonly starts: Int32Array;
  /** JSON of the public form. */
  readonly texts: TextColumn;
  readonly ratings: Uint8Array;
  /** yyyymmdd. */
  readonly dates: Int32Array;
  /** Three bits per dimension; 0 if it was not rated. */
  readonly dimensions: Int32Array;
}

const DIMENSION_BITS = 3;

/** Finds the reviews of doctors, or of clinics, by the ordinal of the subject. */
export class ReviewIndex {
  constructor(private readonly columns: ReviewColumns) {}

  /** Counts the reviews of a subject. */
  count(subject: number): number {
    return this.columns.starts[subject + 1]! - this.columns.starts[subject]!;
  }

  /** Returns a JSON array of a subject's reviews, newest first. */
  page(subject: number, offset: number, limit: number): string {
    const { starts, texts: column } = this.columns;
    const start = starts[subject]! + Math.min(offset, this.count(subject));
    const end = Math.min(start + limit, starts[subject + 1]!);
    const texts: string[] = [];
    for (let at = start; at < end; at++) texts.push(textAt(column, at));
    return `[${texts.join(',')}]`;
  }

  /** Yields the ratings of a subject's reviews, newest first. */
  *ratings(subject: number): Generator<RatedReview> {
    const { starts, ratings, dates, dimensions } = this.columns;
    for (let at = starts[subject]!; at < starts[subject + 1]!; at++) {
      yield { rating: ratings[at]!, date: dates[at]!, dimensions: unpackDimensions(dimensions[at]!) };
    }
  }
}

export function packDimensions(ratings: RatedReview['dimensions']): number {
  return REVIEW_DIMENSIONS.reduce(
    (packed, name, i) => packed | ((ratings[name] ?? 0) << (i * DIMENSION_BITS)),
    0,
  );
}

function unpackDimensions(packed: number): RatedReview['dimensions'] {
  const ratings: Partial<Record<ReviewDimension, number>> = {};
  REVIEW_DIMENSIONS.forEach((name, i) => {
    const rating = (packed >>> (i * DIMENSION_BITS)) & 7;
    if (rating > 0) ratings[name] = rating;
  });
  return ratings;
}
