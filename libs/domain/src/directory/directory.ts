import { CLINIC_ID, type OperationName, type Reads, REGISTRATION_NUMBER } from '../contract/operations.js';
import { clockState, type OperationRequest } from './clock-state.js';
import type { Answer } from '../contract/answer.js';
import { clinicCriteria, doctorCriteria, positionOf, specialistCriteria } from '../rules/criteria.js';
import type { DirectorySummary, LanguageValues, SpecialtyValues } from '../contract/directory-answer.js';
import { type DirectoryTotals, DirectoryView, foundClinic } from './directory-view.js';
import { DirectoryError } from '../contract/error.js';
import type { Position } from '../rules/geo.js';
import type {
  ClinicAnswer,
  ClinicList,
  ClinicReviews,
  ClinicSignals,
  DoctorAnswer,
  DoctorList,
  DoctorReviews,
  DoctorSignals,
  SpecialistList,
} from '../contract/list-answer.js';
import {
  CLINIC_ANSWER,
  CLINIC_LIST,
  CLINIC_REVIEWS,
  DOCTOR_ANSWER,
  DOCTOR_LIST,
  DOCTOR_REVIEWS,
  SPECIALIST_LIST,
  itemList,
  listStart,
  type Page,
  pageOf,
  recordAnswer,
  reviewList,
  signalList,
  totalsAnswer,
  wholeAnswer,
} from './list-envelope.js';
import { FRESH_DAYS, AsOf } from '../rules/as-of.js';
import type {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  PageQuery,
  Query,
  SpecialistQuery,
} from '../contract/query.js';
import { aggregateOf, ratingOf } from '../rules/rating.js';
import { type Bitset, pageOfBits } from '../read-model/memory/bitset.js';
import type { ClinicIndex } from '../read-model/clinics/clinic-index.js';
import type { DatasetVersion, ReadModel } from '../read-model/read-model.js';
import { fold } from '../text/text.js';
import { FULL_SIZES } from '../access/tier.js';

export interface DirectoryOptions {
  /** Number of days for which a confirmation by the register counts as fresh; 30 by default. */
  readonly freshDays?: number;
  /** The address of the read operations, without a slash at the end, for links in answers. */
  readonly apiUrl?: string;
}

const DOCTORS = listStart(DOCTOR_LIST);
const CLINICS = listStart(CLINIC_LIST);
const SPECIALISTS = listStart(SPECIALIST_LIST);

/** The dataset being served, and its size. */
export interface ServedDataset extends DatasetVersion {
  /** Listed doctors. */
  readonly doctors: number;
  readonly clinics: number;
}

/**
 * Answers every read operation, synchronously, from the read model that is current at the call. Evaluates rules that
 * depend on the clock as of the start of the current hour, UTC. `sizes` defaults to FULL_SIZES.
 */
export class Directory implements Reads {
  readonly #freshDays: number;
  readonly #apiUrl: string;
  #latestView: DirectoryView | undefined;

  constructor(
    private readonly currentModel: () => ReadModel,
    private readonly clock: () => Date,
    options: DirectoryOptions = {},
  ) {
    this.#freshDays = options.freshDays ?? FRESH_DAYS;
    this.#apiUrl = options.apiUrl ?? '';
  }

  /** Returns the dataset that the next answer uses. */
  get dataset(): ServedDataset {
    return servedDataset(this.currentModel());
  }

  /** Returns the hour as of which the next answer is evaluated. */
  get asOf(): AsOf {
    return this.#view.asOf;
  }

  /** Returns the totals and filter values of the dataset, as of the current hour. */
  get totals(): DirectoryTotals {
    return this.#view.totals;
  }

  /** Returns the version of an answer, for ETags: it changes with the dataset, and with what the hour changes in it. */
  tagOf(name: OperationName, request: OperationRequest): string {
    const view = this.#view;
    return `${view.model.version}@${clockState(name, view, request)}`;
  }

  /** Returns the current dataset version as of the current hour. */
  get #view(): DirectoryView {
    const model = this.currentModel();
    const now = this.clock();
    const view = this.#latestView;
    if (view?.model === model && view.asOf.isSameHour(now)) return view;
    return (this.#latestView = new DirectoryView(model, new AsOf(now, this.#freshDays)));
  }

  /** Returns doctors by name, then registration number. */
  listDoctors(query: DoctorQuery = {}, sizes = FULL_SIZES): Answer<DoctorList> {
    const { model, asOf } = this.#view;
    const { doctors } = model;
    const page = pageOf(query, sizes);
    const matches = doctors.sets.select(doctorCriteria(query), asOf);
    const found = pageOfBits(matches, page, doctors.sets.count(matches));
    return itemList(DOCTORS, found, page, (doctor, body) => doctors.addItem(doctor, asOf, body));
  }

  /** Returns doctors whose name contains every term of `q`, or whose registration number equals `q`. */
  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.listDoctors(query, sizes);
  }

  /** Returns a doctor in full, including one whose registration has expired. @throws DirectoryError `not_found` */
  getDoctor(registrationNumber: string, { warnings }: Query = {}, sizes = FULL_SIZES): Answer<DoctorAnswer> {
    const { model, asOf } = this.#view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.ratings(ordinal));
    const reviews = model.doctorReviews.page(ordinal, 0, sizes.nestedReviews);
    const detail = model.doctors.detail(ordinal, asOf, rating, reviews);
    return recordAnswer(DOCTOR_ANSWER.doctor, detail, warnings);
  }

  /** Returns the reviews of a doctor, newest first, with counts over all of them. @throws DirectoryError `not_found` */
  listDoctorReviews(
    registrationNumber: string,
    query: PageQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorReviews> {
    const { model } = this.#view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.ratings(ordinal));
    const subject = DOCTOR_REVIEWS.subject(registrationNumber, rating);
    return reviewList(subject, model.doctorReviews, ordinal, pageOf(query, sizes));
  }

  /** Returns what the recent ratings of a doctor say, by dimension. @throws DirectoryError `not_found` */
  getDoctorSignals(registrationNumber: string, query: Query = {}): Answer<DoctorSignals> {
    const { model, asOf } = this.#view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const reviews = model.doctorReviews.ratings(ordinal);
    return wholeAnswer({ cpsoNumber: registrationNumber, ...signalList(reviews, asOf, query) });
  }

  /** Returns clinics by name, then id; with `lat` and `lng` nearest first. */
  listClinics(query: ClinicQuery = {}, sizes = FULL_SIZES): Answer<ClinicList> {
    const { model, asOf } = this.#view;
    const { clinics } = model;
    const page = pageOf(query, sizes);
    const matches = clinics.select(clinicCriteria(query), asOf);
    const place = positionOf(query);
    const found = place ? nearestMembers(clinics, matches, place, page) : pageOfBits(matches, page);
    return itemList(CLINICS, found, page, (clinic, body) => {
      body.bytes(clinics.item(clinic));
      clinics.addExtras(clinic, query.include, this.#apiUrl, body);
    });
  }

  /** Returns a clinic in full, with its doctors. @throws DirectoryError `not_found` */
  getClinic(id: string, query: Query = {}, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    const { model, asOf } = this.#view;
    const {
      ordinal,
      query: { warnings },
    } = clinicOf(model, id, query);
    const detail = model.clinics.detail(ordinal, asOf, sizes.nestedDoctors);
    const doctors = model.clinics.doctorCount(ordinal);
    const cut = `Only ${sizes.nestedDoctors} of the clinic's ${doctors} doctors are shown.`;
    return recordAnswer(
      CLINIC_ANSWER.clinic,
      detail,
      doctors > sizes.nestedDoctors ? [...warnings, cut] : warnings,
    );
  }

  /**
   * Returns the reviews of a clinic, newest first, with the aggregate of all of them.
   * @throws DirectoryError `not_found`
   */
  listClinicReviews(id: string, query: PageQuery = {}, sizes = FULL_SIZES): Answer<ClinicReviews> {
    const { model } = this.#view;
    const { ordinal, query: warned } = clinicOf(model, id, query);
    const aggregate = aggregateOf(model.clinicReviews.ratings(ordinal));
    const subject = CLINIC_REVIEWS.subject(model.clinics.id(ordinal), aggregate);
    return reviewList(subject, model.clinicReviews, ordinal, pageOf(warned, sizes));
  }

  /** Returns what the recent ratings of a clinic say, by dimension. @throws DirectoryError `not_found` */
  getClinicSignals(id: string, query: Query = {}): Answer<ClinicSignals> {
    const { model, asOf } = this.#view;
    const { ordinal, query: warned } = clinicOf(model, id, query);
    const reviews = model.clinicReviews.ratings(ordinal);
    return wholeAnswer({ clinicId: model.clinics.id(ordinal), ...signalList(reviews, asOf, warned) });
  }

  /** Returns the services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  listSpecialists(query: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    const { model, asOf } = this.#view;
    const { services, clinics } = model;
    const page = pageOf(query, sizes);
    const criteria = specialistCriteria(query);
    const offered = services.ofSpecialty(fold(query.specialty));
    const matches = clinics.select(criteria, asOf, services.clinicSet(offered, clinics.size));
    const found = services.filter(offered, matches, query.accepting === true);
    const place = positionOf(query);
    const end = page.offset + page.limit;
    const nearest = place && clinics.nearestFirst(services.clinicsOf(found), place, end);
    const ordinals = nearest
      ? nearest.subarray(page.offset).map((index) => found[index]!)
      : found.subarray(page.offset, end);
    return itemList(SPECIALISTS, { total: found.length, ordinals }, page, (service, body) => {
      body.bytes(services.item(service));
      clinics.addExtras(services.clinicOf(service), query.include, this.#apiUrl, body);
    });
  }

  /** Returns the directory totals. */
  getSummary(query: Query = {}): Answer<DirectorySummary> {
    const { summary } = this.totals;
    return totalsAnswer(summary, () => summary, query);
  }

  /** Returns the specialties to filter by, most common first. */
  listSpecialties(query: Query = {}): Answer<SpecialtyValues> {
    const { specialties } = this.totals;
    const total = specialties.length;
    return totalsAnswer(specialties, () => ({ specialties, total, count: total }), query);
  }

  /** Returns the languages to filter by, most common first. */
  listLanguages(query: Query = {}): Answer<LanguageValues> {
    const { languages } = this.totals;
    const total = languages.length;
    return totalsAnswer(languages, () => ({ languages, total, count: total }), query);
  }
}

/** Returns the version and the size of a read model. */
export function servedDataset({ version, syncedAt, doctors, clinics }: ReadModel): ServedDataset {
  return { version, syncedAt, doctors: doctors.listed, clinics: clinics.size };
}

/** Returns a page of the members of a set, nearest first. */
function nearestMembers(clinics: ClinicIndex, matches: Bitset, place: Position, page: Page) {
  const { total, ordinals } = clinics.nearestOf(matches, place, page.offset + page.limit);
  return { total, ordinals: ordinals.subarray(page.offset) };
}

function doctorOrdinal(model: ReadModel, registrationNumber: string): number {
  const ordinal = model.doctors.ordinalOf(registrationNumber);
  if (ordinal === undefined) throw new DirectoryError('not_found', REGISTRATION_NUMBER.unknown);
  return ordinal;
}

/** Returns a clinic, and the query with the warnings about its id. @throws DirectoryError `not_found` */
function clinicOf<Q extends { readonly warnings?: readonly string[] }>(
  model: ReadModel,
  id: string,
  query: Q,
) {
  const { ordinal, warnings } = foundClinic(model, id);
  if (ordinal === undefined) throw new DirectoryError('not_found', CLINIC_ID.unknown);
  return { ordinal, query: { ...query, warnings: [...(query.warnings ?? []), ...warnings] } };
}
