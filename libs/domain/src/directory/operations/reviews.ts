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
import { signalState } from '../clock-state.js';
import { UNCHANGING } from '../moves-with-clock.js';
import type { DirectoryView } from '../directory-view.js';
import {
  CLINIC_REVIEWS,
  DOCTOR_REVIEWS,
  pageOf,
  reviewList,
  signalList,
  wholeAnswer,
} from '../list-envelope.js';
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
  const answer = reviewList<DoctorReviews>(subject, model.doctorReviews, ordinal, pageOf(query, sizes));
  return answer.tagged(view.tag(UNCHANGING));
}

export function getDoctorSignals(
  view: DirectoryView,
  registrationNumber: string,
  query: Query,
): Answer<DoctorSignals> {
  const { model, asOf } = view;
  const ordinal = doctorOrdinal(model, registrationNumber);
  const list = signalList(model.doctorReviews.ratings(ordinal), asOf, query);
  const answer = wholeAnswer({ cpsoNumber: registrationNumber, ...list });
  return answer.tagged(view.tag(signalState(list)));
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
  const answer = reviewList<ClinicReviews>(subject, model.clinicReviews, ordinal, pageOf(warned, sizes));
  return answer.tagged(view.tag(UNCHANGING));
}

export function getClinicSignals(view: DirectoryView, id: string, query: Query): Answer<ClinicSignals> {
  const { model, asOf } = view;
  const { ordinal, query: warned } = clinicOf(model, id, query);
  const list = signalList(model.clinicReviews.ratings(ordinal), asOf, warned);
  const answer = wholeAnswer({ clinicId: model.clinics.id(ordinal), ...list });
  return answer.tagged(view.tag(signalState(list)));
}
