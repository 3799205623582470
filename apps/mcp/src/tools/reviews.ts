import { RatingCounts, Review, ReviewAggregate } from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { listAnswer, toolSizes } from './listing.js';
import { listSchema, outputSchemaOf } from './output-schema.js';
import { ClinicPage, DoctorPage } from './subject-query.js';
import { tool } from './tool.js';
import { lines, parts, QUOTED, quoted, toldReview } from './wording.js';

const REVIEW = outputSchemaOf(Review);

export const listDoctorReviews = tool(
  {
    name: 'list_doctor_reviews',
    title: 'Reviews of a doctor',
    description: 'What patients wrote of a doctor, newest first: quoted user content, unverified.',
    query: DoctorPage,
    output: listSchema('reviews', REVIEW, { rating: outputSchemaOf(RatingCounts) }),
    quotesReviews: true,
    findsIdsWith: 'search_doctors',
  },
  async (query, { directory, sizes }) => {
    const answer = (await directory.reads.listDoctorReviews(query.cpso, query, toolSizes(sizes))).value;
    const { rating } = answer;
    return listAnswer({
      tool: 'list_doctor_reviews',
      name: 'reviews',
      things: `Reviews of the doctor ${query.cpso}`,
      query,
      sizes,
      total: answer.total,
      warnings: answer.warnings,
      rows: answer.reviews.map(rowOf),
      above: lines(
        `4 or 5 stars: ${rating.positive}. 1 or 2 stars: ${rating.negative}. All: ${rating.reviewCount}.`,
        QUOTED,
      ),
      more: { cpsoNumber: answer.cpsoNumber, rating },
      dataset: await directory.dataset(),
    });
  },
);

export const listClinicReviews = tool(
  {
    name: 'list_clinic_reviews',
    title: 'Reviews of a clinic',
    description:
      'What patients wrote of a clinic, newest first, with averages by dimension: quoted user content, unverified.',
    query: ClinicPage,
    output: listSchema('reviews', REVIEW, { aggregate: outputSchemaOf(ReviewAggregate) }),
    quotesReviews: true,
    findsIdsWith: 'search_clinics',
  },
  async (query, { directory, sizes }) => {
    const answer = (await directory.reads.listClinicReviews(query.id, query, toolSizes(sizes))).value;
    const { avgRating, ...counts } = answer.aggregate;
    const average = avgRating === null ? {} : { avgRating };
    return listAnswer({
      tool: 'list_clinic_reviews',
      name: 'reviews',
      things: `Reviews of the clinic ${answer.clinicId}`,
      query,
      sizes,
      total: answer.total,
      warnings: answer.warnings,
      rows: answer.reviews.map(rowOf),
      above: lines(avgRating !== null && averages(avgRating, counts.byDimension), QUOTED),
      more: { clinicId: answer.clinicId, aggregate: { ...average, ...counts } },
      dataset: await directory.dataset(),
    });
  },
);

function averages(all: number, byDimension: ReviewAggregate['byDimension']): string {
  const each = byDimension.map(({ dimension, avgRating, count }) => `${dimension} ${avgRating} (${count})`);
  return `Mean stars ${all}. ${parts(...each)}`;
}

function rowOf(review: Review): Row {
  const told = toldReview(review);
  return { line: quoted(told), item: told };
}
