import type { OperationName, Reads } from '../contract/operations.js';
import {
  clinicState,
  clockState,
  doctorListState,
  doctorsState,
  membersState,
  type OperationRequest,
  signalState,
  summaryState,
  UNCHANGING,
} from './clock-state.js';
import type { Answer } from '../contract/answer.js';
import type {
  DirectorySummary,
  LanguageValues,
  SourceList,
  SpecialtyValues,
} from '../contract/directory-answer.js';
import { clinicOf, type DirectoryTotals, DirectoryView, doctorOrdinal } from './directory-view.js';
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
  pageOf,
  recordAnswer,
  reviewList,
  signalList,
  totalsAnswer,
  wholeAnswer,
} from './list-envelope.js';
import { FRESH_DAYS, AsOf } from '../rules/as-of.js';
import type { PageQuery, Query } from '../contract/page-query.js';
import type { PlaceDetailQuery } from '../contract/place-query.js';
import type { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from '../contract/query.js';
import { aggregateOf, ratingOf } from '../rules/rating.js';
import type { DatasetVersion, ReadModel } from '../read-model/read-model.js';
import { interpretQuery } from './interpret/interpret-query.js';
import { interpretPlaces } from './interpret/places.js';
import { findClinics, findDoctors, findServices } from './find.js';
import { distanceOnly, requestedExtras } from './requested-extras.js';
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

  /** Returns the tag of an answer without making the answer. */
  tagOf(name: OperationName, request: OperationRequest): string {
    const view = this.#view;
    return view.tag(clockState(name, view, request));
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
  listDoctors(request: DoctorQuery = {}, sizes = FULL_SIZES): Answer<DoctorList> {
    const view = this.#view;
    const query = interpretQuery(view, request, 'listDoctors');
    const { doctors, clinics } = view.model;
    const page = pageOf(query, sizes);
    const found = findDoctors(view, query, page);
    const extras = requestedExtras(query, this.#apiUrl);
    const answer = itemList<DoctorList>(DOCTORS, found, page, (doctor, body) => {
      doctors.addItem(doctor, view.asOf, body);
      if (extras) clinics.extras.extend(doctors.primaryClinic(doctor), extras, body);
    });
    return answer.tagged(view.tag(doctorListState(view, query, found)));
  }

  /** Returns doctors whose name contains every term of `q`, or whose registration number equals `q`. */
  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.listDoctors(query, sizes);
  }

  /** Returns a doctor in full, including one whose registration has expired. @throws DirectoryError `not_found` */
  getDoctor(
    registrationNumber: string,
    request: PlaceDetailQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorAnswer> {
    const view = this.#view;
    const query = interpretPlaces(request);
    const { model, asOf } = view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.ratings(ordinal));
    const reviews = model.doctorReviews.page(ordinal, 0, sizes.nestedReviews);
    const detail = model.doctors.detail(ordinal, asOf, rating, reviews);
    const extras = requestedExtras(query, this.#apiUrl);
    const clinic = model.doctors.primaryClinic(ordinal);
    const extended = extras ? model.clinics.extras.extended(detail, clinic, extras) : detail;
    const answer = recordAnswer<DoctorAnswer>(DOCTOR_ANSWER.doctor, extended, query);
    return answer.tagged(view.tag(doctorsState(view, [ordinal])));
  }

  /** Returns the reviews of a doctor, newest first, with counts over all of them. @throws DirectoryError `not_found` */
  listDoctorReviews(
    registrationNumber: string,
    query: PageQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorReviews> {
    const view = this.#view;
    const { model } = view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.ratings(ordinal));
    const subject = DOCTOR_REVIEWS.subject(registrationNumber, rating);
    const page = pageOf(query, sizes);
    const answer = reviewList<DoctorReviews>(subject, model.doctorReviews, ordinal, page);
    return answer.tagged(view.tag(UNCHANGING));
  }

  /** Returns what the recent ratings of a doctor say, by dimension. @throws DirectoryError `not_found` */
  getDoctorSignals(registrationNumber: string, query: Query = {}): Answer<DoctorSignals> {
    const view = this.#view;
    const { model, asOf } = view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const list = signalList(model.doctorReviews.ratings(ordinal), asOf, query);
    const answer = wholeAnswer({ cpsoNumber: registrationNumber, ...list });
    return answer.tagged(view.tag(signalState(list)));
  }

  /** Returns clinics by name, then id; with `lat` and `lng` nearest first. */
  listClinics(request: ClinicQuery = {}, sizes = FULL_SIZES): Answer<ClinicList> {
    const view = this.#view;
    const query = interpretQuery(view, request, 'listClinics');
    const { clinics } = view.model;
    const page = pageOf(query, sizes);
    const found = findClinics(view, query, page);
    const extras = requestedExtras(query, this.#apiUrl);
    const answer = itemList<ClinicList>(CLINICS, found, page, (clinic, body) => {
      body.bytes(clinics.item(clinic));
      if (extras) clinics.extras.extend(clinic, extras, body);
    });
    return answer.tagged(view.tag(membersState(query, found)));
  }

  /** Returns a clinic in full, with its doctors. @throws DirectoryError `not_found` */
  getClinic(id: string, request: PlaceDetailQuery = {}, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    const view = this.#view;
    const { model, asOf } = view;
    const { ordinal, query } = clinicOf(model, id, interpretPlaces(request));
    const detail = model.clinics.detail(ordinal, asOf, sizes.nestedDoctors);
    const extras = distanceOnly(requestedExtras(query, this.#apiUrl));
    const extended = extras ? model.clinics.extras.extended(detail, ordinal, extras) : detail;
    const doctors = model.clinics.doctorCount(ordinal);
    const cut = `Only ${sizes.nestedDoctors} of the clinic's ${doctors} doctors are shown.`;
    const warnings = doctors > sizes.nestedDoctors ? [...query.warnings, cut] : query.warnings;
    const about = { interpreted: query.interpreted, warnings };
    const answer = recordAnswer<ClinicAnswer>(CLINIC_ANSWER.clinic, extended, about);
    return answer.tagged(view.tag(clinicState(view, ordinal, sizes)));
  }

  /**
   * Returns the reviews of a clinic, newest first, with the aggregate of all of them.
   * @throws DirectoryError `not_found`
   */
  listClinicReviews(id: string, query: PageQuery = {}, sizes = FULL_SIZES): Answer<ClinicReviews> {
    const view = this.#view;
    const { model } = view;
    const { ordinal, query: warned } = clinicOf(model, id, query);
    const aggregate = aggregateOf(model.clinicReviews.ratings(ordinal));
    const subject = CLINIC_REVIEWS.subject(model.clinics.id(ordinal), aggregate);
    const page = pageOf(warned, sizes);
    const answer = reviewList<ClinicReviews>(subject, model.clinicReviews, ordinal, page);
    return answer.tagged(view.tag(UNCHANGING));
  }

  /** Returns what the recent ratings of a clinic say, by dimension. @throws DirectoryError `not_found` */
  getClinicSignals(id: string, query: Query = {}): Answer<ClinicSignals> {
    const view = this.#view;
    const { model, asOf } = view;
    const { ordinal, query: warned } = clinicOf(model, id, query);
    const list = signalList(model.clinicReviews.ratings(ordinal), asOf, warned);
    const answer = wholeAnswer({ clinicId: model.clinics.id(ordinal), ...list });
    return answer.tagged(view.tag(signalState(list)));
  }

  /** Returns the services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  listSpecialists(request: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    const view = this.#view;
    const query = interpretQuery(view, request, 'listSpecialists');
    const { services, clinics } = view.model;
    const page = pageOf(query, sizes);
    const found = findServices(view, query, page);
    const extras = requestedExtras(query, this.#apiUrl, true);
    const answer = itemList<SpecialistList>(SPECIALISTS, found, page, (service, body) => {
      body.bytes(services.item(service));
      if (extras) clinics.extras.extend(services.clinicOf(service), extras, body);
    });
    return answer.tagged(view.tag(membersState(query, found)));
  }

  /** Returns the directory totals. */
  getSummary(query: Query = {}): Answer<DirectorySummary> {
    const view = this.#view;
    const { summary } = view.totals;
    return totalsAnswer(summary, () => summary, query).tagged(view.tag(summaryState(view)));
  }

  /** Returns the specialties to filter by, most common first. */
  listSpecialties(query: Query = {}): Answer<SpecialtyValues> {
    const view = this.#view;
    const { specialties } = view.totals;
    const list = () => ({ specialties, total: specialties.length, count: specialties.length });
    return totalsAnswer(specialties, list, query).tagged(view.tag(UNCHANGING));
  }

  /** Returns the languages to filter by, most common first. */
  listLanguages(query: Query = {}): Answer<LanguageValues> {
    const view = this.#view;
    const { languages } = view.totals;
    const list = () => ({ languages, total: languages.length, count: languages.length });
    return totalsAnswer(languages, list, query).tagged(view.tag(UNCHANGING));
  }

  /** Returns the sources of the data, by name. */
  listSources(query: Query = {}): Answer<SourceList> {
    const view = this.#view;
    const { sources } = view.model;
    const items = () =>
      sources.map((source) => ({ ...source, retrievedAt: source.retrievedAt.toISOString() }));
    const list = () => ({ sources: items(), total: sources.length, count: sources.length });
    return totalsAnswer(sources, list, query).tagged(view.tag(UNCHANGING));
  }
}

/** Returns the version and the size of a read model. */
export function servedDataset({ version, syncedAt, doctors, clinics }: ReadModel): ServedDataset {
  return { version, syncedAt, doctors: doctors.listed, clinics: clinics.size };
}
