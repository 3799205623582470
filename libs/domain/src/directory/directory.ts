import type { OperationName, Reads } from '../contract/operations.js';
import {
  clinicListState,
  clockState,
  doctorsState,
  serviceListState,
  type OperationRequest,
} from './clock-state.js';
import { availabilityState } from './availability-state.js';
import type { Answer } from '../contract/answer.js';
import type { AccuracyList } from '../contract/answers/accuracy-answer.js';
import type { Extend } from '../read-model/memory/text-memory.js';
import type {
  AreaList,
  DirectorySummary,
  LanguageValues,
  PlaceList,
  SourceList,
  SpecialtyValues,
} from '../contract/answers/directory-answer.js';
import type { DirectoryOptions } from './directory-options.js';
import { type DirectoryTotals, DirectoryView } from './directory-view.js';
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
} from '../contract/answers/list-answer.js';
import {
  CLINIC_ANSWER,
  CLINIC_LIST,
  DOCTOR_ANSWER,
  SPECIALIST_LIST,
  itemList,
  listStart,
  pageOf,
  recordAnswer,
} from './list-envelope.js';
import type { ClinicEvidence, DoctorEvidence } from '../contract/answers/evidence-answer.js';
import type { Coverage, CoverageQuery } from '../contract/coverage.js';
import type { Explanation } from '../contract/explanation.js';
import type { DoctorFacets, FacetQuery } from '../contract/facet.js';
import { explainAbsence, type ExplanationRequest } from './explain/explain.js';
import { coverageOf } from './operations/coverage.js';
import { getFacets } from './operations/facets.js';
import { answerQuestion } from './operations/questions.js';
import type { QuestionAnswer } from '../contract/answers/question-answer.js';
import { AsOf } from '../rules/as-of.js';
import type { PageQuery, Query } from '../contract/queries/page-query.js';
import type { PlaceDetailQuery } from '../contract/queries/place-query.js';
import type {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  GazetteerQuery,
  QuestionQuery,
  SpecialistQuery,
} from '../contract/queries/query.js';
import { ratingOf } from '../rules/rating.js';
import type { ReadModel } from '../read-model/read-model.js';
import { interpretPlaces, interpretQuery } from './interpret/interpret-query.js';
import { findClinics, findServices } from './find.js';
import { extrasOfDetail, requestedExtras } from './requested-extras.js';
import { FULL_SIZES } from '../access/tier.js';
import * as doctors from './operations/doctors.js';
import type { DoctorParts } from './operations/doctors.js';
import * as evidence from './operations/evidence.js';
import * as metadata from './operations/metadata.js';
import * as reviews from './operations/reviews.js';
import { type ServedDataset, servedDataset } from './served-dataset.js';
import { clinicOf, doctorOrdinal } from './subject.js';

const CLINICS = listStart(CLINIC_LIST);
const SPECIALISTS = listStart(SPECIALIST_LIST);

/**
 * Answers every read operation, synchronously, from the read model that is current at the call. Evaluates rules that
 * depend on the clock as of the start of the current hour, UTC. `sizes` defaults to FULL_SIZES.
 */
export class Directory implements Reads {
  readonly #apiUrl: string;
  #latestView: DirectoryView | undefined;

  constructor(
    private readonly currentModel: () => ReadModel,
    private readonly clock: () => Date,
    private readonly options: DirectoryOptions = {},
  ) {
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
    const { freshDays, evidenceDays } = this.options;
    return (this.#latestView = new DirectoryView(model, new AsOf(now, freshDays, evidenceDays), this.clock));
  }

  /** Returns doctors by name, then registration number. */
  listDoctors(request: DoctorQuery = {}, sizes = FULL_SIZES): Answer<DoctorList> {
    return doctors.listDoctors(this.#view, request, sizes, this.#apiUrl);
  }

  /** Returns the same page, without what many doctors share. */
  listDoctorParts(request: DoctorQuery = {}, sizes = FULL_SIZES): DoctorParts {
    return doctors.listDoctorParts(this.#view, request, sizes, this.#apiUrl);
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
    const extras = requestedExtras(query, this.#apiUrl, view.asOf);
    const answer = recordAnswer<DoctorAnswer>(DOCTOR_ANSWER.doctor, query, (body) => {
      model.doctors.addDetailStart(ordinal, asOf, rating, body);
      model.doctorReviews.addPage(ordinal, 0, sizes.nestedReviews, body);
      model.doctors.addExpiry(ordinal, body);
      model.clinics.addClinicsOf(ordinal, body);
      if (extras) model.clinics.addExtras(model.doctors.primaryClinic(ordinal), extras, body);
      body.text('}');
    });
    const state = availabilityState(view, query, [model.doctors.primaryClinic(ordinal)]);
    return answer.tagged(view.tag(doctorsState(view, [ordinal]) + state));
  }

  /** Returns the reviews of a doctor, newest first, with counts over all of them. @throws DirectoryError `not_found` */
  listDoctorReviews(
    registrationNumber: string,
    query: PageQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorReviews> {
    return reviews.listDoctorReviews(this.#view, registrationNumber, query, sizes);
  }

  /** Returns what the recent ratings of a doctor say, by dimension. @throws DirectoryError `not_found` */
  getDoctorSignals(registrationNumber: string, query: Query = {}): Answer<DoctorSignals> {
    return reviews.getDoctorSignals(this.#view, registrationNumber, query);
  }

  /** Returns who observed the facts about a doctor, when and how. @throws DirectoryError `not_found` */
  getDoctorEvidence(registrationNumber: string, query: Query = {}): Answer<DoctorEvidence> {
    return evidence.getDoctorEvidence(this.#view, registrationNumber, query);
  }

  /** Returns clinics by name, then id; with `lat` and `lng` nearest first. */
  listClinics(request: ClinicQuery = {}, sizes = FULL_SIZES): Answer<ClinicList> {
    const view = this.#view;
    const query = interpretQuery(view, request, 'listClinics');
    const { clinics } = view.model;
    const page = pageOf(query, sizes);
    const found = findClinics(view, query, page);
    const extras = requestedExtras(query, this.#apiUrl, view.asOf);
    const extend: Extend | undefined = extras && ((clinic, page) => clinics.extras.add(clinic, extras, page));
    const answer = itemList<ClinicList>(CLINICS, found, page, (ordinals, body) =>
      clinics.addItems(ordinals, body, extend),
    );
    return answer.tagged(view.tag(clinicListState(view, query, found)));
  }

  /** Returns a clinic in full, with its doctors. @throws DirectoryError `not_found` */
  getClinic(id: string, request: PlaceDetailQuery = {}, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    const view = this.#view;
    const { model, asOf } = view;
    const { ordinal, query } = clinicOf(model, id, interpretPlaces(request));
    let { warnings } = query;
    const doctors = model.clinics.doctorCount(ordinal);
    if (doctors > sizes.nestedDoctors) {
      const cut = `Only ${sizes.nestedDoctors} of the clinic's ${doctors} doctors are shown.`;
      warnings = [...(warnings ?? []), cut];
    }
    let state = 0;
    const extras = extrasOfDetail(requestedExtras(query, this.#apiUrl, view.asOf));
    const about = { interpreted: query.interpreted, warnings };
    const answer = recordAnswer<ClinicAnswer>(CLINIC_ANSWER.clinic, about, (body) => {
      state = model.clinics.addDetail(ordinal, asOf, sizes.nestedDoctors, body);
      if (extras) model.clinics.addExtras(ordinal, extras, body.dropLast());
      if (extras) body.text('}');
    });
    return answer.tagged(view.tag(`${state}${availabilityState(view, query, [ordinal])}`));
  }

  /**
   * Returns the reviews of a clinic, newest first, with the aggregate of all of them.
   * @throws DirectoryError `not_found`
   */
  listClinicReviews(id: string, query: PageQuery = {}, sizes = FULL_SIZES): Answer<ClinicReviews> {
    return reviews.listClinicReviews(this.#view, id, query, sizes);
  }

  /** Returns what the recent ratings of a clinic say, by dimension. @throws DirectoryError `not_found` */
  getClinicSignals(id: string, query: Query = {}): Answer<ClinicSignals> {
    return reviews.getClinicSignals(this.#view, id, query);
  }

  /** Returns who observed the facts about a clinic, when and how. @throws DirectoryError `not_found` */
  getClinicEvidence(id: string, query: Query = {}): Answer<ClinicEvidence> {
    return evidence.getClinicEvidence(this.#view, id, query);
  }

  /** Returns the services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  listSpecialists(request: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    const view = this.#view;
    const query = interpretQuery(view, request, 'listSpecialists');
    const { services, clinics } = view.model;
    const page = pageOf(query, sizes);
    const found = findServices(view, query, page);
    const extras = requestedExtras(query, this.#apiUrl, view.asOf, true);
    const extend: Extend | undefined =
      extras &&
      ((service, page) => {
        clinics.extras.add(services.clinicOf(service), extras, page);
        services.addExtras(service, extras, page);
      });
    const answer = itemList<SpecialistList>(SPECIALISTS, found, page, (ordinals, body) =>
      services.addItems(ordinals, body, extend),
    );
    return answer.tagged(view.tag(serviceListState(view, query, found)));
  }

  /** Returns the directory totals. */
  getSummary(query: Query = {}): Answer<DirectorySummary> {
    return metadata.getSummary(this.#view, query);
  }

  /** Returns the number of doctors that match, and how many have each value of the groups in `by`. */
  getFacets(query: FacetQuery): Answer<DoctorFacets> {
    return getFacets(this.#view, query);
  }

  /** Returns the number of doctors that match, by postal area. */
  coverage(query: CoverageQuery): Coverage {
    return coverageOf(this.#view, query);
  }

  /** Returns the specialties to filter by, most common first. */
  listSpecialties(query: Query = {}): Answer<SpecialtyValues> {
    return metadata.listSpecialties(this.#view, query);
  }

  /** Returns the languages to filter by, most common first. */
  listLanguages(query: Query = {}): Answer<LanguageValues> {
    return metadata.listLanguages(this.#view, query);
  }

  /** Returns the areas to filter by, larger kinds first. */
  listAreas(query: Query = {}): Answer<AreaList> {
    return metadata.listAreas(this.#view, query);
  }

  /** Returns the places whose name or other name contains `q`, those that begin with it first. */
  listPlaces(query: GazetteerQuery = {}, sizes = FULL_SIZES): Answer<PlaceList> {
    return metadata.listPlaces(this.#view, query, sizes);
  }

  /** Returns how a question in plain words is read, whether a list answers it, and if not, why. */
  readQuestion(query: QuestionQuery): Answer<QuestionAnswer> {
    return answerQuestion(this.#view, query);
  }

  /** Returns whether a list has a record, where, and if not, why. @throws DirectoryError as the list does */
  explainAbsence(query: ExplanationRequest, sizes = FULL_SIZES): Answer<Explanation> {
    return explainAbsence(this.#view, query, sizes);
  }

  /** Returns the sources of the data, by name. */
  listSources(query: Query = {}): Answer<SourceList> {
    return metadata.listSources(this.#view, query);
  }

  /** Returns how accurate the newest audit found the data, by field and stratum. */
  listAccuracy(query: Query = {}): Answer<AccuracyList> {
    return metadata.listAccuracy(this.#view, query);
  }
}
