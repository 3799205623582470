import { CLINIC_ID, type Reads, REGISTRATION_NUMBER } from '../contract/operations.js';
import { Answer } from '../contract/answer.js';
import { clinicCriteria, doctorCriteria, placeOf, specialistCriteria } from '../rules/criteria.js';
import type { DirectorySummary, LanguageValues, SpecialtyValues } from '../contract/directory-answer.js';
import { clinicList, doctorList, specialistList } from './directory-list.js';
import { type DirectoryTotals, DirectoryView } from './directory-view.js';
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
import { listAnswer, open, type Page, pageOf, wholeList } from './list-envelope.js';
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
import { MIN_SAMPLE, signalsOf } from '../rules/signal.js';
import { fold } from '../text/text.js';
import { FULL_SIZES } from '../access/tier.js';

export interface DirectoryOptions {
  /** For how many days a confirmation by the register counts as fresh. */
  readonly freshDays?: number;
  /** Where the read operations are served, for links in answers: no slash at the end. */
  readonly apiUrl?: string;
}

/** Which dataset is served, and how large it is. */
export interface ServedDataset extends DatasetVersion {
  /** Listed doctors. */
  readonly doctors: number;
  readonly clinics: number;
}

/**
 * Every read of the directory. Each answers at once, from one read model: the one that is current when the method is
 * called. `sizes` defaults to FULL_SIZES.
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

  /** Returns the dataset that answers are made from now. */
  get dataset(): ServedDataset {
    return servedDataset(this.currentModel());
  }

  /** Returns the hour as of which answers are evaluated now. */
  get asOf(): AsOf {
    return this.#view.asOf;
  }

  /** Returns the totals and filter values of the dataset, as of the current hour. */
  get totals(): DirectoryTotals {
    return this.#view.totals;
  }

  /** Returns what an answer depends on besides the request: it changes with the dataset and with the hour. */
  get tag(): string {
    return `${this.dataset.version}@${this.asOf.time}`;
  }

  /** The newest dataset version as of the current hour. */
  get #view(): DirectoryView {
    const model = this.currentModel();
    const now = this.clock();
    const view = this.#latestView;
    if (
      view?.model === model &&
      now.getTime() - view.asOf.time < 3_600_000 &&
      now.getTime() >= view.asOf.time
    ) {
      return view;
    }
    return (this.#latestView = new DirectoryView(model, new AsOf(now, this.#freshDays)));
  }

  /** Returns doctors by name, then registration number. */
  listDoctors(query: DoctorQuery = {}, sizes = FULL_SIZES): Answer<DoctorList> {
    const { model, asOf } = this.#view;
    const page = pageOf(query, sizes);
    const { sets } = model.doctors;
    const matches = sets.select(doctorCriteria(query), asOf);
    return doctorList(model, asOf, pageOfBits(matches, page, sets.count(matches)), page);
  }

  /** Returns doctors whose name holds every term of `q`, or whose registration number it is. */
  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.listDoctors(query, sizes);
  }

  /** @throws DirectoryError `not_found`; expired doctors are found */
  getDoctor(registrationNumber: string, _query: Query = {}, sizes = FULL_SIZES): Answer<DoctorAnswer> {
    const { model, asOf } = this.#view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.rated(ordinal));
    const reviews = model.doctorReviews.page(ordinal, 0, sizes.nestedReviews);
    return new Answer(`{"doctor":${model.doctors.detail(ordinal, asOf, rating, reviews)}}`);
  }

  /** @throws DirectoryError `not_found` */
  listDoctorReviews(
    registrationNumber: string,
    query: PageQuery = {},
    sizes = FULL_SIZES,
  ): Answer<DoctorReviews> {
    const { model } = this.#view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.rated(ordinal));
    const page = pageOf(query, sizes);
    const reviews = model.doctorReviews.page(ordinal, page.offset, page.limit);
    return listAnswer(
      open({ cpsoNumber: registrationNumber, rating }),
      'reviews',
      reviews,
      rating.reviewCount,
      page,
    );
  }

  /** @throws DirectoryError `not_found` */
  getDoctorSignals(registrationNumber: string, query: Query = {}): Answer<DoctorSignals> {
    const { model, asOf } = this.#view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const { signals, suppressed } = signalsOf(model.doctorReviews.rated(ordinal), asOf.today);
    return wholeList(
      { cpsoNumber: registrationNumber, minSample: MIN_SAMPLE, signals },
      signals.length,
      query,
      {
        suppressed,
      },
    );
  }

  /** Returns clinics by name, then id; with `lat` and `lng` nearest first. */
  listClinics(query: ClinicQuery = {}, sizes = FULL_SIZES): Answer<ClinicList> {
    const { model, asOf } = this.#view;
    const { clinics } = model;
    const page = pageOf(query, sizes);
    const matches = clinics.select(clinicCriteria(query), asOf);
    const place = placeOf(query);
    const found = place ? nearestOfBits(clinics, matches, place, page) : pageOfBits(matches, page);
    return clinicList(model, { include: query.include, apiUrl: this.#apiUrl }, found, page);
  }

  /** @throws DirectoryError `not_found` */
  getClinic(id: string, _query: Query = {}, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    const { model, asOf } = this.#view;
    return new Answer(
      `{"clinic":${model.clinics.detail(clinicOrdinal(model, id), asOf, sizes.nestedDoctors)}}`,
    );
  }

  /** @throws DirectoryError `not_found` */
  listClinicReviews(id: string, query: PageQuery = {}, sizes = FULL_SIZES): Answer<ClinicReviews> {
    const { model } = this.#view;
    const ordinal = clinicOrdinal(model, id);
    const aggregate = aggregateOf(model.clinicReviews.rated(ordinal));
    const page = pageOf(query, sizes);
    const reviews = model.clinicReviews.page(ordinal, page.offset, page.limit);
    return listAnswer(
      open({ clinicId: model.clinics.id(ordinal), aggregate }),
      'reviews',
      reviews,
      aggregate.count,
      page,
    );
  }

  /** @throws DirectoryError `not_found` */
  getClinicSignals(id: string, query: Query = {}): Answer<ClinicSignals> {
    const { model, asOf } = this.#view;
    const ordinal = clinicOrdinal(model, id);
    const { signals, suppressed } = signalsOf(model.clinicReviews.rated(ordinal), asOf.today);
    return wholeList(
      { clinicId: model.clinics.id(ordinal), minSample: MIN_SAMPLE, signals },
      signals.length,
      query,
      {
        suppressed,
      },
    );
  }

  /** Returns the services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  listSpecialists(query: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    const { model, asOf } = this.#view;
    const { services, clinics } = model;
    const page = pageOf(query, sizes);
    const criteria = specialistCriteria(query);
    const offered = services.of(fold(query.specialty));
    const matches = clinics.select(criteria, asOf, services.clinicsOf(offered, clinics.size));
    const found = services.at(matches, offered, query.accepting === true);
    const place = placeOf(query);
    const ordinals = place
      ? nearestPage(clinics, services.clinicsAt(found), place, page).map((index) => found[index]!)
      : found.subarray(page.offset, page.offset + page.limit);
    const shown = { include: query.include, apiUrl: this.#apiUrl };
    return specialistList(model, shown, { total: found.length, ordinals }, page);
  }

  /** Returns the directory totals. */
  getSummary(_query: Query = {}): Answer<DirectorySummary> {
    return new Answer(JSON.stringify(this.totals.summary));
  }

  /** Returns the specialties to filter by, most common first. */
  listSpecialties(query: Query = {}): Answer<SpecialtyValues> {
    const { specialties } = this.totals;
    return wholeList({ specialties }, specialties.length, query);
  }

  /** Returns the languages to filter by, most common first. */
  listLanguages(query: Query = {}): Answer<LanguageValues> {
    const { languages } = this.totals;
    return wholeList({ languages }, languages.length, query);
  }
}

/** Returns the version and the size of a read model. */
export function servedDataset({ version, syncedAt, doctors, clinics }: ReadModel): ServedDataset {
  return { version, syncedAt, doctors: doctors.listed, clinics: clinics.size };
}

/** Which of the clinics are on a page of those nearest to a place: indexes into the list. */
function nearestPage(clinics: ClinicIndex, found: Int32Array, place: Position, page: Page): Int32Array {
  return clinics.nearestFirst(found, place, page.offset + page.limit).subarray(page.offset);
}

function nearestOfBits(clinics: ClinicIndex, matches: Bitset, place: Position, page: Page) {
  const { total, ordinals } = clinics.nearestOf(matches, place, page.offset + page.limit);
  return { total, ordinals: ordinals.subarray(page.offset) };
}

function doctorOrdinal(model: ReadModel, registrationNumber: string): number {
  const ordinal = model.doctors.ordinalOf(registrationNumber);
  if (ordinal === undefined) throw new DirectoryError('not_found', REGISTRATION_NUMBER.unknown);
  return ordinal;
}

function clinicOrdinal(model: ReadModel, id: string): number {
  const ordinal = model.clinics.ordinalOf(id) ?? model.clinics.ordinalOf(id.toLowerCase());
  if (ordinal === undefined) throw new DirectoryError('not_found', CLINIC_ID.unknown);
  return ordinal;
}
