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
import type { AnswerTexts } from '../texts/en/answers.js';
import { joinLines, joinPhrases, reviewRow } from './answer/text.js';

export const listDoctorReviews = listTool<DoctorPage, DoctorReviews>({
  name: 'list_doctor_reviews',
  description:
    'Patient reviews of a doctor, newest first: quoted, unverified. Use it to read opinions; to compare use get_doctor_review_signals. Example: {"cpso":"900001","limit":5}. It cannot say who is the better doctor.',
  query: DoctorPage,
  list: 'reviews',
  item: outputSchemaOf(Review),
  more: { rating: outputSchemaOf(RatingCounts) },
  containsUserContent: true,
  idLookupTool: 'search_doctors',
  find: (query, { reads }, sizes) => reads.listDoctorReviews(query.cpso, query, sizes),
  contentOf: ({ cpsoNumber, rating, reviews }, _query, _now, { answers: t }) => ({
    heading: t.reviewsOfDoctor(cpsoNumber),
    above: joinLines(t.counts(rating.positive, rating.negative, rating.reviewCount), t.cautions.reviews),
    rows: reviews.map((review) => reviewRow(review, t)),
    more: { cpsoNumber, rating },
  }),
});

export const listClinicReviews = listTool<ClinicPage, ClinicReviews>({
  name: 'list_clinic_reviews',
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
  contentOf: ({ clinicId, aggregate: { avgRating, ...counts }, reviews }, _query, _now, { answers: t }) => ({
    heading: t.clinicReviews(clinicId),
    above: joinLines(avgRating !== null && averages(avgRating, counts.byDimension, t), t.cautions.reviews),
    rows: reviews.map((review) => reviewRow(review, t)),
    more: { clinicId, aggregate: { ...(avgRating !== null && { avgRating }), ...counts } },
  }),
});

function averages(all: number, byDimension: ReviewAggregate['byDimension'], t: AnswerTexts): string {
  const each = byDimension.map(
    ({ dimension, avgRating, count }) => `${t.dimension(dimension)} ${avgRating} (${count})`,
  );
  return t.averages(all, joinPhrases(...each));
}
