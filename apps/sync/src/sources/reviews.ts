import type { AvailabilitySubject, ReviewInput } from '@care-atlas/data/sync';
import { REVIEW_DIMENSIONS } from '@care-atlas/domain/records';
import { v5 } from 'uuid';
import type { InputRow } from '../rows/input-row.js';
import { Calendar } from '../values/dates/calendar.js';
import { abbreviatedAuthor } from '../values/review-author.js';
import type { Source } from './source.js';
import { subjectOf } from './subject.js';

/** Never change this: the ids of all reviews that have an id in their source follow from it. */
const NAMESPACE = 'b3f1d7a4-5c0e-4f7e-9c59-1f1f6a3f8e02';
const STARS = { from: 1, to: 5 } as const;

/** Patients' reviews of doctors and clinics. */
export const reviews: Source = {
  name: 'reviews',
  summary: 'reviews of doctors and clinics, with ratings by dimension',
  formats: ['CSV', 'NDJSON', 'Excel (.xlsx)'],
  columns: {
    registration_number: 'number of the reviewed doctor; either this or clinic_id',
    clinic_id: 'id of the reviewed clinic; either this or registration_number',
    id: 'id in the source; without it, subject, author, date and text identify the review',
    author: 'abbreviated before storage: "Maria Gonzalez Perez" becomes "Maria G."',
    rating: '1 to 5 stars',
    text: 'up to 10,000 characters, may be empty',
    date: '2026-10-03; not in the future',
    ...Object.fromEntries(
      REVIEW_DIMENSIONS.map((dimension) => [
        `rating_${dimension}`,
        `stars for ${dimension.replace('_', ' ')}: 1 to 5, or empty`,
      ]),
    ),
  },
  needs: [['registration_number', 'clinic_id'], ['rating'], ['date'], ['author']],
  fields: {
    text: ['text'],
    ...Object.fromEntries(REVIEW_DIMENSIONS.map((name) => [name, [`rating_${name}`]])),
  },
  complete: 'the file holds every review of this source: reviews that it lacks are removed',
  removesRecords: true,
  example: 'reviews apps/sync/examples/reviews.ndjson',
  next: 'Importing the same reviews again does not repeat them.',
  async write(source, writer, { complete, now, list }) {
    const calendar = new Calendar(now);
    await writer.reviews(
      source.records(
        (row) => reviewOf(row, calendar, list),
        (row) => idOf(row, list),
      ),
      { complete },
    );
  },
};

/** Returns the id of a review that has one in its source. Another list may number its reviews in the same way. */
function idOf(row: InputRow, list?: string): string | undefined {
  const id = row.key('id');
  return id === '' ? undefined : v5(list === undefined ? id : `${list}/${id}`, NAMESPACE);
}

function reviewOf(row: InputRow, calendar: Calendar, list?: string): ReviewInput {
  const subject = row.essential<AvailabilitySubject>({ clinicId: '' }, () => subjectOf(row));
  const id = row.essential(undefined, () => idOf(row, list));
  const text = row.field('text', undefined, () => row.text('text'));
  return {
    ...(id !== undefined && { id }),
    subject: 'clinicId' in subject ? { clinic: subject.clinicId } : { doctor: subject.registrationNumber },
    author: row.essential('', () => abbreviatedAuthor(row.text('author'))),
    rating: row.essential(STARS.from, () => row.wholeNumber('rating', STARS.from, STARS.to)),
    text: text ?? '',
    // Another review of the same author and day is another one, although the texts of both were left out.
    ...(text === undefined && { identifyingText: row.masked('text') }),
    date: row.essential('', () => row.required('date') && calendar.day(row, 'date')),
    dimensions: dimensionsOf(row),
  };
}

function dimensionsOf(row: InputRow): ReviewInput['dimensions'] {
  const dimensions: Record<string, number> = {};
  for (const dimension of REVIEW_DIMENSIONS) {
    const column = `rating_${dimension}`;
    if (!row.has(column)) continue;
    const stars = row.field(dimension, null, () => row.wholeNumber(column, STARS.from, STARS.to));
    if (stars !== null) dimensions[dimension] = stars;
  }
  return dimensions;
}
