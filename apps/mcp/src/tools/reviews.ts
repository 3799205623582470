import {
  type ClinicReviews,
  type DoctorReviews,
  RatingCounts,
  Review,
  ReviewAggregate,
} from '@care-atlas/domain/contract';
import { listTool } from './declaration/list-tool.js';
import { outputSchemaOf } from './declaration/output-schema.js';
import { ClinicPage, DoctorPage } from './declaration/subject-query.js';
import { joinLines, joinPhrases, REVIEW_NOTICE, reviewRow } from './answer/text.js';

export const listDoctorReviews = listTool<DoctorPage, DoctorReviews>({
  name: 'list_doctor_reviews',
  title: 'Reviews of a doctor',
  description:
    'Patient reviews of a doctor, newest first: quoted, unverified. Use it to read opinions; to compare use get_doctor_review_signals. Example: {"cpso":"900001","limit":5}. It cannot say who is the better doctor.',
  query: DoctorPage,
  list: 'reviews',
  item: outputSchemaOf(Review),
  more: { rating: outputSchemaOf(RatingCounts) },
  containsUserContent: true,
  idLookupTool: 'search_doctors',
  find: (query, { reads }, sizes) => reads.listDoctorReviews(query.cpso, query, sizes),
  contentOf: ({ cpsoNumber, rating, reviews }) => ({
    heading: `Reviews of the doctor ${cpsoNumber}`,
    above: joinLines(
      `4 or 5 stars: ${rating.positive}. 1 or 2 stars: ${rating.negative}. All: ${rating.reviewCount}.`,
      REVIEW_NOTICE,
    ),
    cautions: [REVIEW_NOTICE],
    rows: reviews.map(reviewRow),
    more: { cpsoNumber, rating },
  }),
});

export const listClinicReviews = listTool<ClinicPage, ClinicReviews>({
  name: 'list_clinic_reviews',
  title: 'Reviews of a clinic',
  description:
    'Patient reviews of a clinic, newest first, with averages: quoted, unverified. Use it for opinions on staff, booking or waiting; to compare use get_clinic_review_signals. Example: {"id":"<id of search_clinics>","limit":5}. It cannot say which clinic is better.',
  query: ClinicPage,
  list: 'reviews',
  // As list_doctor_reviews describes it.
  item: outputSchemaOf(Review, {}, [Review]),
  more: { aggregate: outputSchemaOf(ReviewAggregate) },
  containsUserContent: true,
  idLookupTool: 'search_clinics',
  find: (query, { reads }, sizes) => reads.listClinicReviews(query.id, query, sizes),
  contentOf: ({ clinicId, aggregate: { avgRating, ...counts }, reviews }) => ({
    heading: `Reviews of the clinic ${clinicId}`,
    above: joinLines(avgRating !== null && averages(avgRating, counts.byDimension), REVIEW_NOTICE),
    cautions: [REVIEW_NOTICE],
    rows: reviews.map(reviewRow),
    more: { clinicId, aggregate: { ...(avgRating !== null && { avgRating }), ...counts } },
  }),
});

function averages(all: number, byDimension: ReviewAggregate['byDimension']): string {
  const each = byDimension.map(({ dimension, avgRating, count }) => `${dimension} ${avgRating} (${count})`);
  return `Mean stars ${all}. ${joinPhrases(...each)}`;
}
