import type { Review } from '../../contract/answers/review-answer.js';
import { dateNumber } from '../../rules/time/calendar.js';
import {
  REVIEW_DIMENSIONS,
  type RatedReview,
  type ReviewDimension,
  type ReviewRecord,
} from '../../records/review.js';
import type { AnswerBytes } from '../memory/answer-bytes.js';
import { compareText } from '../../text/text.js';
import type { TextArena } from '../memory/text-arena.js';
import { COMMA, type TextMemory } from '../memory/text-memory.js';

const DIMENSION_BITS = 3;

/** A review as the builder keeps it until all reviews are known: its JSON in the arena, and its ratings. */
export type ReviewRow = ReturnType<typeof reviewRow>;

/** Serializes the public part of a review into the arena. */
export function reviewRow(review: ReviewRecord, subject: string, arena: TextArena) {
  const { id, author, rating, text, date, reply } = review;
  return {
    id,
    subject,
    text: arena.add(JSON.stringify({ author, rating, text, date, ...(reply && { reply }) } satisfies Review)),
    rating,
    date: dateNumber(date),
    dimensions: packDimensions(review.dimensions),
  };
}

/**
 * The reviews of all doctors, or of all clinics, as columns of plain data. The reviews of one subject are adjacent, newest
 * first, so that a page is a range:
 *
 *     starts   0  2  2  3        subject s has reviews starts[s] … starts[s + 1] - 1
 *     texts    {"author":…} {"author":…} {"author":…}
 */
export type ReviewColumns = ReturnType<typeof reviewColumns>;

export function reviewColumns(
  rows: readonly ReviewRow[],
  ordinals: ReadonlyMap<string, number>,
  arena: TextArena,
) {
  const bySubject: ReviewRow[][] = Array.from(ordinals, () => []);
  for (const row of rows) {
    const ordinal = ordinals.get(row.subject);
    if (ordinal !== undefined) bySubject[ordinal]!.push(row);
  }
  const starts = new Int32Array(ordinals.size + 1);
  const ordered: ReviewRow[] = [];
  for (const [subject, reviews] of bySubject.entries()) {
    for (const review of reviews.toSorted(compareNewestFirst)) ordered.push(review);
    starts[subject + 1] = ordered.length;
  }
  return {
    starts,
    /** JSON of the public members. */
    texts: arena.column(ordered.map((review) => review.text)),
    ratings: Uint8Array.from(ordered, (review) => review.rating),
    /** yyyymmdd. */
    dates: Int32Array.from(ordered, (review) => review.date),
    /** Ratings by dimension, three bits each; 0 without a rating. */
    dimensions: Int32Array.from(ordered, (review) => review.dimensions),
  };
}

function compareNewestFirst(a: ReviewRow, b: ReviewRow): number {
  return b.date - a.date || compareText(a.id, b.id);
}

/** Reads and serializes the reviews of doctors, or of clinics, by ordinal of the subject. A page is copied from stored JSON. */
export class ReviewIndex {
  constructor(
    private readonly columns: ReviewColumns,
    private readonly memory: TextMemory,
  ) {}

  /** Counts the reviews of a subject. */
  count(subject: number): number {
    return this.columns.starts[subject + 1]! - this.columns.starts[subject]!;
  }

  /** Appends a JSON array of a subject's reviews, newest first. */
  addPage(subject: number, offset: number, limit: number, to: AnswerBytes): void {
    const { starts, texts } = this.columns;
    const start = starts[subject]! + Math.min(offset, this.count(subject));
    const end = Math.min(start + limit, starts[subject + 1]!);
    const batch = this.memory.batch(to.text('['));
    for (let at = start; at < end; at++) batch.add(texts, at).addConstant(COMMA);
    batch.end();
    if (end > start) to.dropLast();
    to.text(']');
  }

  /** Yields the ratings of a subject's reviews, newest first. */
  *ratings(subject: number): Generator<RatedReview> {
    const { starts, ratings, dates, dimensions } = this.columns;
    for (let at = starts[subject]!; at < starts[subject + 1]!; at++) {
      yield { rating: ratings[at]!, date: dates[at]!, dimensions: unpackDimensions(dimensions[at]!) };
    }
  }
}

function packDimensions(ratings: RatedReview['dimensions']): number {
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
