import type { Review } from '../../contract/review-answer.js';
import { dateNumber } from '../../rules/calendar.js';
import type { ReviewRecord } from '../../records/review.js';
import { compareText } from '../../text/text.js';
import { packDimensions, type ReviewColumns } from './review-index.js';
import type { TextArena, TextPlace } from '../memory/text-arena.js';

/** A review on the way into the read model. */
export interface ReviewRow {
  readonly id: string;
  readonly subject: string;
  readonly text: TextPlace;
  readonly rating: number;
  readonly date: number;
  readonly dimensions: number;
}

/** Serializes what readers will see into the arena. */
export function reviewRow(review: ReviewRecord, arena: TextArena): ReviewRow {
  const { id, rating, date, subject } = review;
  return {
    id,
    subject: 'doctor' in subject ? subject.doctor : subject.clinic,
    text: arena.add(JSON.stringify(shownReview(review))),
    rating,
    date: dateNumber(date),
    dimensions: packDimensions(review.dimensions),
  };
}

function shownReview({ author, rating, text, date }: ReviewRecord): Review {
  return { author, rating, text, date };
}

/** Orders the reviews of known subjects. */
export function reviewColumns(
  rows: readonly ReviewRow[],
  subjects: number,
  ordinalOf: (subject: string) => number | undefined,
  arena: TextArena,
): ReviewColumns {
  const bySubject: ReviewRow[][] = Array.from({ length: subjects }, () => []);
  for (const row of rows) {
    const ordinal = ordinalOf(row.subject);
    if (ordinal !== undefined) bySubject[ordinal]!.push(row);
  }
  const starts = new Int32Array(subjects + 1);
  const ordered: ReviewRow[] = [];
  for (const [subject, reviews] of bySubject.entries()) {
    for (const review of reviews.toSorted(newestFirst)) ordered.push(review);
    starts[subject + 1] = ordered.length;
  }
  return {
    starts,
    texts: arena.column(ordered.map((review) => review.text)),
    ratings: Uint8Array.from(ordered, (review) => review.rating),
    dates: Int32Array.from(ordered, (review) => review.date),
    dimensions: Int32Array.from(ordered, (review) => review.dimensions),
  };
}

function newestFirst(a: ReviewRow, b: ReviewRow): number {
  return b.date - a.date || compareText(a.id, b.id);
}
