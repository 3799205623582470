import type { AnswerSizes } from '../../access/tier.js';
import type { Answer } from '../../contract/answer.js';
import type {
  ClinicReviews,
  ClinicSignals,
  DoctorReviews,
  DoctorSignals,
} from '../../contract/answers/list-answer.js';
import type { PageQuery, Query } from '../../contract/queries/page-query.js';
import { aggregateOf, ratingOf } from '../../rules/rating.js';
import type { DirectoryView } from '../directory-view.js';
import { CLINIC_REVIEWS, DOCTOR_REVIEWS, pageOf, reviewList, signalList } from '../list-envelope.js';
import { clinicOf, doctorOrdinal } from '../subject.js';

export function listDoctorReviews(
  view: DirectoryView,
  registrationNumber: string,
  query: PageQuery,
  sizes: AnswerSizes,
): Answer<DoctorReviews> {
  const { model } = view;
  const ordinal = doctorOrdinal(model, registrationNumber);
  const rating = ratingOf(model.doctorReviews.ratings(ordinal));
  const subject = DOCTOR_REVIEWS.subject(registrationNumber, rating);
  return reviewList<DoctorReviews>(subject, model.doctorReviews, ordinal, pageOf(query, sizes));
}

export function getDoctorSignals(
  view: DirectoryView,
  registrationNumber: string,
  query: Query,
): Answer<DoctorSignals> {
  const { model, asOf } = view;
  const ordinal = doctorOrdinal(model, registrationNumber);
  const subject = { cpsoNumber: registrationNumber };
  return signalList<DoctorSignals>(subject, model.doctorReviews.ratings(ordinal), asOf, query);
}

export function listClinicReviews(
  view: DirectoryView,
  id: string,
  query: PageQuery,
  sizes: AnswerSizes,
): Answer<ClinicReviews> {
  const { model } = view;
  const { ordinal, query: warned } = clinicOf(model, id, query);
  const aggregate = aggregateOf(model.clinicReviews.ratings(ordinal));
  const subject = CLINIC_REVIEWS.subject(model.clinics.id(ordinal), aggregate);
  return reviewList<ClinicReviews>(subject, model.clinicReviews, ordinal, pageOf(warned, sizes));
}

export function getClinicSignals(view: DirectoryView, id: string, query: Query): Answer<ClinicSignals> {
  const { model, asOf } = view;
  const { ordinal, query: warned } = clinicOf(model, id, query);
  const subject = { clinicId: model.clinics.id(ordinal) };
  return signalList<ClinicSignals>(subject, model.clinicReviews.ratings(ordinal), asOf, warned);
}
