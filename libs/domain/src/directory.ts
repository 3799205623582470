import { Answer } from './answer.js';
import { clinicCriteria, doctorCriteria } from './criteria.js';
import type { DirectorySummary, LanguageValues, SpecialtyValues } from './directory-answer.js';
import { DirectoryView } from './directory-view.js';
import { DirectoryError } from './error.js';
import type { Position } from './geo.js';
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
} from './list-answer.js';
import { itemList, listAnswer, open, type Page, pageOf, wholeList } from './list-envelope.js';
import { FRESH_DAYS, Moment } from './moment.js';
import type {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  PageQuery,
  Query,
  SpecialistQuery,
} from './query.js';
import { aggregateOf, ratingOf } from './rating.js';
import { type Bitset, pageOfBits } from './read-model/bitset.js';
import type { ClinicIndex } from './read-model/clinic-index.js';
import { utf8 } from './read-model/text-arena.js';
import type { ReadModel } from './read-model.js';
import { MIN_SAMPLE, signalsOf } from './signal.js';
import { fold } from './text.js';
import { FULL_SIZES } from './tier.js';

export interface DirectoryOptions {
  /** For how many days a confirmation by the register counts as fresh. */
  readonly freshDays?: number;
  /** Where the read operations are served, for links in answers: no slash at the end. */
  readonly apiUrl?: string;
}

/**
 * The one implementation of every read. It answers from the read model that is current when it is asked; an
 * answer never mixes two.
 */
export class Directory {
  readonly #freshDays: number;
  readonly #apiUrl: string;
  #view: DirectoryView | undefined;

  constructor(
    private readonly current: () => ReadModel,
    private readonly clock: () => Date,
    options: DirectoryOptions = {},
  ) {
    this.#freshDays = options.freshDays ?? FRESH_DAYS;
    this.#apiUrl = options.apiUrl ?? '';
  }

  /** The newest dataset version as of the current hour. */
  get view(): DirectoryView {
    const model = this.current();
    const now = this.clock();
    const view = this.#view;
    if (
      view?.model === model &&
      now.getTime() - view.moment.asOf < 3_600_000 &&
      now.getTime() >= view.moment.asOf
    ) {
      return view;
    }
    return (this.#view = new DirectoryView(model, new Moment(now, this.#freshDays)));
  }

  /** Doctors by name, then registration number. */
  listDoctors(query: DoctorQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    const { model, moment } = this.view;
    const page = pageOf(query, sizes);
    const matches = model.doctors.select(doctorCriteria(query), moment);
    const { total, ordinals } = pageOfBits(matches, page, model.doctors.count(matches));
    return itemList(DOCTORS, ordinals, total, page, (doctor, body) =>
      model.doctors.addItem(doctor, moment, body),
    );
  }

  /** Doctors whose name holds every term of `q`, or whose registration number it is. */
  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.listDoctors(query, sizes);
  }

  /** @throws DirectoryError `not_found`; expired doctors are found */
  doctor(registrationNumber: string, sizes = FULL_SIZES): Answer<DoctorAnswer> {
    const { model, moment } = this.view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.rated(ordinal));
    const reviews = model.doctorReviews.page(ordinal, 0, sizes.nestedReviews);
    const reviewed = `,"rating":${JSON.stringify(rating)},"reviews":${reviews}`;
    return new Answer(`{"doctor":${model.doctors.detail(ordinal, moment, reviewed)}}`);
  }

  /** @throws DirectoryError `not_found` */
  doctorReviews(registrationNumber: string, query: PageQuery, sizes = FULL_SIZES): Answer<DoctorReviews> {
    const { model } = this.view;
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
  doctorSignals(registrationNumber: string, query: Query = {}): Answer<DoctorSignals> {
    const { model, moment } = this.view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const { signals, suppressed } = signalsOf(model.doctorReviews.rated(ordinal), moment.today);
    return wholeList(
      { cpsoNumber: registrationNumber, minSample: MIN_SAMPLE, signals },
      signals.length,
      query,
      {
        suppressed,
      },
    );
  }

  /** Clinics by name, then id; with `lat` and `lng` nearest first. */
  listClinics(query: ClinicQuery, sizes = FULL_SIZES): Answer<ClinicList> {
    const { model, moment } = this.view;
    const { clinics } = model;
    const page = pageOf(query, sizes);
    const matches = clinics.select(clinicCriteria(query), moment);
    const place = placeOf(query);
    const { total, ordinals } = place
      ? nearestOfBits(clinics, matches, place, page)
      : pageOfBits(matches, page);
    const include = query.include ?? [];
    return itemList(CLINICS, ordinals, total, page, (clinic, body) =>
      clinics.addItem(clinic, include, this.#apiUrl, body),
    );
  }

  /** @throws DirectoryError `not_found` */
  clinic(id: string, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    const { model, moment } = this.view;
    return new Answer(
      `{"clinic":${model.clinics.detail(clinicOrdinal(model, id), moment, sizes.nestedDoctors)}}`,
    );
  }

  /** @throws DirectoryError `not_found` */
  clinicReviews(id: string, query: PageQuery, sizes = FULL_SIZES): Answer<ClinicReviews> {
    const { model } = this.view;
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
  clinicSignals(id: string, query: Query = {}): Answer<ClinicSignals> {
    const { model, moment } = this.view;
    const ordinal = clinicOrdinal(model, id);
    const { signals, suppressed } = signalsOf(model.clinicReviews.rated(ordinal), moment.today);
    return wholeList(
      { clinicId: model.clinics.id(ordinal), minSample: MIN_SAMPLE, signals },
      signals.length,
      query,
      {
        suppressed,
      },
    );
  }

  /** The services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  listSpecialists(query: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    const { model, moment } = this.view;
    const { services, clinics } = model;
    const page = pageOf(query, sizes);
    // The acceptance asked for is that of the specialty's service, not the clinic's.
    const criteria = clinicCriteria(query).filter(
      (asked) => asked.by !== 'clinic' || asked.has !== 'accepting',
    );
    const offered = services.of(fold(query.specialty));
    const matches = clinics.select(criteria, moment, services.clinicsOf(offered, clinics.size));
    const found = services.at(matches, offered, query.accepting === true);
    const place = placeOf(query);
    const ordinals = place
      ? nearestPage(clinics, services.clinicsAt(found), place, page).map((index) => found[index]!)
      : found.subarray(page.offset, page.offset + page.limit);
    const include = query.include ?? [];
    return itemList(CLINICS, ordinals, found.length, page, (service, body) => {
      body.bytes(services.item(service));
      clinics.addExtras(services.clinicOf(service), include, this.#apiUrl, body);
    });
  }

  /** Directory totals. */
  summary(): Answer<DirectorySummary> {
    return new Answer(JSON.stringify(this.view.summary));
  }

  /** The specialties to filter by, most common first. */
  specialties(query: Query = {}): Answer<SpecialtyValues> {
    const { specialties } = this.view;
    return wholeList({ specialties }, specialties.length, query);
  }

  /** The languages to filter by, most common first. */
  languages(query: Query = {}): Answer<LanguageValues> {
    const { languages } = this.view;
    return wholeList({ languages }, languages.length, query);
  }
}

const DOCTORS = utf8('{"doctors":[');
const CLINICS = utf8('{"clinics":[');

function placeOf({ lat, lng }: ClinicQuery): Position | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
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
  if (ordinal === undefined)
    throw new DirectoryError('not_found', 'There is no doctor with this registration number.');
  return ordinal;
}

function clinicOrdinal(model: ReadModel, id: string): number {
  const ordinal = model.clinics.ordinalOf(id) ?? model.clinics.ordinalOf(id.toLowerCase());
  if (ordinal === undefined) throw new DirectoryError('not_found', 'There is no clinic with this id.');
  return ordinal;
}
