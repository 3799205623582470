import type { Review } from '../../contract/review-answer.js';
import { dateNumber } from '../../rules/calendar.js';
import type { ReviewRecord } from '../../records/review.js';
import { compareText } from '../../text/text.js';
import { packDimensions, type ReviewColumns } from './review-index.js';
import type { TextArena } from '../memory/text-arena.js';

/** The part of a review that the read model keeps, before all reviews are put into columns. */
export type ReviewRow = ReturnType<typeof reviewRow>;

/** Serializes the public part of a review into the arena. */
export function reviewRow(review: ReviewRecord, subject: string, arena: TextArena) {
  const { id, author, rating, text, date } = review;
  return {
    id,
    subject,
    text: arena.add(JSON.stringify({ author, rating, text, date } satisfies Review)),
    rating,
    date: dateNumber(date),
    dimensions: packDimensions(review.dimensions),
  };
}

/** Turns the reviews of known subjects into columns. */
export function reviewColumns(
  rows: readonly ReviewRow[],
  ordinals: ReadonlyMap<string, number>,
  arena: TextArena,
): ReviewColumns {
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
    texts: arena.column(ordered.map((review) => review.text)),
    ratings: Uint8Array.from(ordered, (review) => review.rating),
    dates: Int32Array.from(ordered, (review) => review.date),
    dimensions: Int32Array.from(ordered, (review) => review.dimensions),
  };
}

function compareNewestFirst(a: ReviewRow, b: ReviewRow): number {
  return b.date - a.date || compareText(a.id, b.id);
}
