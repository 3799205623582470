import { utf8 } from '../text/utf8.js';
import type { Answer } from '../contract/answer.js';
import type { FilterValue } from '../contract/directory-answer.js';
import type {
  ClinicList,
  ClinicReviews,
  DoctorList,
  DoctorReviews,
  ListEnvelope,
  SignalList,
  SpecialistList,
} from '../contract/list-answer.js';
import type { RatingCounts, ReviewAggregate } from '../contract/review-answer.js';
import { itemList, listAnswer, type Members, type Page, warningsOf } from './list-envelope.js';
import type { AsOf } from '../rules/as-of.js';
import { MIN_SAMPLE, signalsOf } from '../rules/signal.js';
import type { RatedReview } from '../records/review.js';
import type { ClinicExtra, Query } from '../contract/query.js';
import {
  CLINIC_LIST,
  CLINIC_REVIEWS,
  DOCTOR_LIST,
  DOCTOR_REVIEWS,
  SPECIALIST_LIST,
} from '../read-model/wire/list-parts.js';
import { jsonMembers, memberStart, objectStart } from '../read-model/wire/parts.js';
import type { ReadModel } from '../read-model/read-model.js';

/** The number of matches, and the ordinals of those on the page, in order. */
export interface Found {
  readonly total: number;
  readonly ordinals: ArrayLike<number>;
}

/** The options for the items of a list of clinics. */
export interface ClinicItemOptions {
  readonly include?: readonly ClinicExtra[];
  /** The address of the read operations, without a slash at the end. */
  readonly apiUrl: string;
}

const DOCTORS = utf8(`${objectStart(DOCTOR_LIST.items)}[`);
const CLINICS = utf8(`${objectStart(CLINIC_LIST.items)}[`);
const SPECIALISTS = utf8(`${objectStart(SPECIALIST_LIST.items)}[`);

export function doctorList(
  { doctors }: ReadModel,
  asOf: AsOf,
  { ordinals, total }: Found,
  page: Page,
): Answer<DoctorList> {
  return itemList(DOCTORS, ordinals, total, page, (doctor, body) => doctors.addItem(doctor, asOf, body));
}

export function clinicList(
  { clinics }: ReadModel,
  { include = [], apiUrl }: ClinicItemOptions,
  { ordinals, total }: Found,
  page: Page,
): Answer<ClinicList> {
  return itemList(CLINICS, ordinals, total, page, (clinic, body) =>
    clinics.addItem(clinic, include, apiUrl, body),
  );
}

export function specialistList(
  { services, clinics }: ReadModel,
  { include = [], apiUrl }: ClinicItemOptions,
  { ordinals, total }: Found,
  page: Page,
): Answer<SpecialistList> {
  return itemList(SPECIALISTS, ordinals, total, page, (service, body) => {
    body.bytes(services.item(service));
    clinics.addExtras(services.clinicOf(service), include, apiUrl, body);
  });
}

/** @param reviews JSON array of the reviews on the page */
export function doctorReviews(
  registrationNumber: string,
  rating: RatingCounts,
  reviews: string,
  page: Page,
): Answer<DoctorReviews> {
  const subject = jsonMembers(DOCTOR_REVIEWS.subject(registrationNumber, rating));
  return listAnswer(`{${subject}${memberStart(DOCTOR_REVIEWS.items)}`, reviews, rating.reviewCount, page);
}

/** @param reviews JSON array of the reviews on the page */
export function clinicReviews(
  id: string,
  aggregate: ReviewAggregate,
  reviews: string,
  page: Page,
): Answer<ClinicReviews> {
  const subject = jsonMembers(CLINIC_REVIEWS.subject(id, aggregate));
  return listAnswer(`{${subject}${memberStart(CLINIC_REVIEWS.items)}`, reviews, aggregate.count, page);
}

/** Returns the signals of some reviews, without their subject. */
export function signalList(reviews: Iterable<RatedReview>, asOf: AsOf, query: Query): Members<SignalList> {
  const { signals, suppressed } = signalsOf(reviews, asOf.today);
  const total = signals.length;
  return { minSample: MIN_SAMPLE, signals, total, count: total, suppressed, ...warningsOf(query) };
}

/** Returns the envelope of a list that is complete. */
export function wholeEnvelope({ length }: readonly FilterValue[], query: Query): Members<ListEnvelope> {
  return { total: length, count: length, ...warningsOf(query) };
}
