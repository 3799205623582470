import type { OperationName, Reads } from '../contract/operations.js';
import type { Answer } from '../contract/answer.js';
import type { AccuracyList } from '../contract/answers/accuracy-answer.js';
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
import type { ClinicEvidence, DoctorEvidence } from '../contract/answers/evidence-answer.js';
import type { Coverage, CoverageQuery } from '../contract/coverage.js';
import type { Explanation } from '../contract/explanation.js';
import type { DoctorFacets, FacetQuery } from '../contract/facet.js';
import type { WatchedListName, WatchedQuery } from '../contract/openings.js';
import { explainAbsence, type ExplanationRequest } from './explain/explain.js';
import { coverageOf } from './operations/coverage.js';
import { getFacets } from './operations/facets.js';
import type { QuestionAnswer } from '../contract/answers/question-answer.js';
import { AsOf } from '../rules/time/as-of.js';
import type { PageQuery, Query } from '../contract/queries/page-query.js';
import type { RawParameters } from '../contract/queries/query-reader.js';
import type { PlaceDetailQuery } from '../contract/queries/place-query.js';
import type {
  ClinicQuery,
  DoctorDetailQuery,
  DoctorQuery,
  DoctorSearchQuery,
  GazetteerQuery,
  QuestionQuery,
  SpecialistQuery,
} from '../contract/queries/query.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { KnownAnswer } from '../records/evidence.js';
import { FULL_SIZES } from '../access/tier.js';
import * as clinics from './operations/clinics.js';
import * as doctors from './operations/doctors.js';
import type { DoctorParts } from './operations/doctors.js';
import * as evidence from './operations/evidence.js';
import * as metadata from './operations/metadata.js';
import * as questions from './operations/questions.js';
import * as reviews from './operations/reviews.js';
import { WatchedList } from './openings/watched-list.js';
import { listSpecialists } from './operations/specialists.js';
import { type ServedDataset, servedDataset } from './served-dataset.js';
import { doctorOrdinal } from './subject.js';

/**
 * Answers every read operation, synchronously, from the read model that is current at the call. Evaluates rules that
 * depend on the clock as of the start of the day in Toronto. `sizes` defaults to FULL_SIZES.
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

  /** Returns the day as of which the next answer is evaluated. */
  get asOf(): AsOf {
    return this.#view.asOf;
  }

  /** Returns the totals and filter values of the dataset, as of today. */
  get totals(): DirectoryTotals {
    return this.#view.totals;
  }

  /** Returns the tag of an answer without making the answer: only a question may ask for the minute. */
  tagOf(name: OperationName, { q }: RawParameters): string {
    const now = this.clock();
    const view = this.#viewAt(now);
    return name === 'readQuestion' && typeof q === 'string' ? questionTag(view, q, now) : view.tag;
  }

  get #view(): DirectoryView {
    return this.#viewAt(this.clock());
  }

  /** Returns the current dataset version as of the day of a time. */
  #viewAt(now: Date): DirectoryView {
    const model = this.currentModel();
    const view = this.#latestView;
    if (view?.model === model && view.asOf.isSameDay(now)) return view;
    const { freshDays, evidenceDays } = this.options;
    return (this.#latestView = new DirectoryView(model, new AsOf(now, freshDays, evidenceDays)));
  }

  /** Answers from the current dataset version as of today, and tags the answer with both. */
  #answer<T>(read: (view: DirectoryView) => Answer<T>): Answer<T> {
    const view = this.#view;
    return read(view).tagged(view.tag);
  }

  /** Returns a list with filters, by which changes of records are judged. @throws DirectoryError as the list does */
  watch(list: WatchedListName, query: WatchedQuery): WatchedList {
    return new WatchedList(this.#view, list, query);
  }

  /** Returns doctors by name, then registration number. */
  listDoctors(request: DoctorQuery = {}, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.#answer((view) => doctors.listDoctors(view, request, sizes, this.options));
  }

  /** Returns the same page, without what many doctors share. */
  listDoctorParts(request: DoctorQuery = {}, sizes = FULL_SIZES): DoctorParts {
    return doctors.listDoctorParts(this.#view, request, sizes, this.options);
  }

  /** Returns doctors whose name contains every term of `q`, or whose registration number equals `q`. */
  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.listDoctors(query, sizes);
  }

  /** Returns a doctor in full, including one whose registration has expired. @throws DirectoryError `not_found` */
  getDoctor(
    registrationNumber: string,
    request: DoctorDetailQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorAnswer> {
    return this.#answer((view) => doctors.getDoctor(view, registrationNumber, request, sizes, this.options));
  }

  /** Returns whether a doctor's registration is for independent practice. @throws DirectoryError `not_found` */
  independence(registrationNumber: string): KnownAnswer {
    const { model } = this.#view;
    return model.doctors.independence(doctorOrdinal(model, registrationNumber));
  }

  /** Returns the reviews of a doctor, newest first, with counts over all of them. @throws DirectoryError `not_found` */
  listDoctorReviews(
    registrationNumber: string,
    query: PageQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorReviews> {
    return this.#answer((view) => reviews.listDoctorReviews(view, registrationNumber, query, sizes));
  }

  /** Returns what the recent ratings of a doctor say, by dimension. @throws DirectoryError `not_found` */
  getDoctorSignals(registrationNumber: string, query: Query = {}): Answer<DoctorSignals> {
    return this.#answer((view) => reviews.getDoctorSignals(view, registrationNumber, query));
  }

  /** Returns who observed the facts about a doctor, when and how. @throws DirectoryError `not_found` */
  getDoctorEvidence(registrationNumber: string, query: Query = {}): Answer<DoctorEvidence> {
    return this.#answer((view) => evidence.getDoctorEvidence(view, registrationNumber, query));
  }

  /** Returns clinics by name, then id; with `lat` and `lng` nearest first. */
  listClinics(request: ClinicQuery = {}, sizes = FULL_SIZES): Answer<ClinicList> {
    return this.#answer((view) => clinics.listClinics(view, request, sizes, this.#apiUrl));
  }

  /** Returns a clinic in full, with its doctors. @throws DirectoryError `not_found` */
  getClinic(id: string, request: PlaceDetailQuery = {}, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    return this.#answer((view) => clinics.getClinic(view, id, request, sizes, this.#apiUrl));
  }

  /**
   * Returns the reviews of a clinic, newest first, with the aggregate of all of them.
   * @throws DirectoryError `not_found`
   */
  listClinicReviews(id: string, query: PageQuery = {}, sizes = FULL_SIZES): Answer<ClinicReviews> {
    return this.#answer((view) => reviews.listClinicReviews(view, id, query, sizes));
  }

  /** Returns what the recent ratings of a clinic say, by dimension. @throws DirectoryError `not_found` */
  getClinicSignals(id: string, query: Query = {}): Answer<ClinicSignals> {
    return this.#answer((view) => reviews.getClinicSignals(view, id, query));
  }

  /** Returns who observed the facts about a clinic, when and how. @throws DirectoryError `not_found` */
  getClinicEvidence(id: string, query: Query = {}): Answer<ClinicEvidence> {
    return this.#answer((view) => evidence.getClinicEvidence(view, id, query));
  }

  /** Returns the services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  listSpecialists(request: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    return this.#answer((view) => listSpecialists(view, request, sizes, this.#apiUrl));
  }

  /** Returns the directory totals. */
  getSummary(query: Query = {}): Answer<DirectorySummary> {
    return this.#answer((view) => metadata.getSummary(view, query));
  }

  /** Returns the number of doctors that match, and how many have each value of the groups in `by`. */
  getFacets(query: FacetQuery): Answer<DoctorFacets> {
    return this.#answer((view) => getFacets(view, query));
  }

  /** Returns the number of doctors that match, by postal area. */
  coverage(query: CoverageQuery): Coverage {
    return coverageOf(this.#view, query);
  }

  /** Returns the specialties to filter by, most common first. */
  listSpecialties(query: Query = {}): Answer<SpecialtyValues> {
    return this.#answer((view) => metadata.listSpecialties(view, query));
  }

  /** Returns the languages to filter by, most common first. */
  listLanguages(query: Query = {}): Answer<LanguageValues> {
    return this.#answer((view) => metadata.listLanguages(view, query));
  }

  /** Returns the areas to filter by, larger kinds first. */
  listAreas(query: Query = {}): Answer<AreaList> {
    return this.#answer((view) => metadata.listAreas(view, query));
  }

  /** Returns the places whose name or other name contains `q`, those that begin with it first. */
  listPlaces(query: GazetteerQuery = {}, sizes = FULL_SIZES): Answer<PlaceList> {
    return this.#answer(() => metadata.listPlaces(query, sizes));
  }

  /** Returns how a question in plain words is read, whether a list answers it, and if not, why. */
  readQuestion(query: QuestionQuery): Answer<QuestionAnswer> {
    const now = this.clock();
    const view = this.#viewAt(now);
    return questions.answerQuestion(view, query, now).tagged(questionTag(view, query.q, now));
  }

  /** Returns whether a list has a record, where, and if not, why. @throws DirectoryError as the list does */
  explainAbsence(query: ExplanationRequest, sizes = FULL_SIZES): Answer<Explanation> {
    return this.#answer((view) => explainAbsence(view, query, sizes));
  }

  /** Returns the sources of the data, by name. */
  listSources(query: Query = {}): Answer<SourceList> {
    return this.#answer((view) => metadata.listSources(view, query));
  }

  /** Returns how accurate the newest audit found the data, by field and stratum. */
  listAccuracy(query: Query = {}): Answer<AccuracyList> {
    return this.#answer((view) => metadata.listAccuracy(view, query));
  }
}

function questionTag(view: DirectoryView, q: string, now: Date): string {
  const moment = questions.momentAskedFor(view, q, now);
  return moment === undefined ? view.tag : `${view.tag} ${moment}`;
}
