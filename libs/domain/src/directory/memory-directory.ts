import { Answer } from '../contract/answer.js';
import { clinicCriteria, doctorCriteria, placeOf, specialistCriteria } from '../rules/criteria.js';
import { Directory, type DirectoryOptions, type MakeDirectory, type ServedDataset } from './directory.js';
import { clinicList, doctorList, specialistList } from './directory-list.js';
import type { DirectoryTotals } from './directory-totals.js';
import { DirectoryView } from './directory-view.js';
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
import { FRESH_DAYS, Moment } from '../rules/as-of.js';
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
import type { ReadModel } from '../read-model/read-model.js';
import { MIN_SAMPLE, signalsOf } from '../rules/signal.js';
import { fold } from '../text/text.js';
import { FULL_SIZES } from '../access/tier.js';

/** Answers from the read model that is current when it is asked. */
export class MemoryDirectory extends Directory {
  readonly #freshDays: number;
  readonly #apiUrl: string;
  #view: DirectoryView | undefined;

  constructor(
    private readonly current: () => ReadModel,
    private readonly clock: () => Date,
    options: DirectoryOptions = {},
  ) {
    super();
    this.#freshDays = options.freshDays ?? FRESH_DAYS;
    this.#apiUrl = options.apiUrl ?? '';
  }

  get dataset(): ServedDataset {
    return datasetOf(this.current());
  }

  get moment(): Moment {
    return this.view.moment;
  }

  get totals(): DirectoryTotals {
    return this.view.totals;
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

  listDoctors(query: DoctorQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    const { model, moment } = this.view;
    const page = pageOf(query, sizes);
    const { sets } = model.doctors;
    const matches = sets.select(doctorCriteria(query), moment);
    return doctorList(model, moment, pageOfBits(matches, page, sets.count(matches)), page);
  }

  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Answer<DoctorList> {
    return this.listDoctors(query, sizes);
  }

  doctor(registrationNumber: string, sizes = FULL_SIZES): Answer<DoctorAnswer> {
    const { model, moment } = this.view;
    const ordinal = doctorOrdinal(model, registrationNumber);
    const rating = ratingOf(model.doctorReviews.rated(ordinal));
    const reviews = model.doctorReviews.page(ordinal, 0, sizes.nestedReviews);
    return new Answer(`{"doctor":${model.doctors.detail(ordinal, moment, rating, reviews)}}`);
  }

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

  listClinics(query: ClinicQuery, sizes = FULL_SIZES): Answer<ClinicList> {
    const { model, moment } = this.view;
    const { clinics } = model;
    const page = pageOf(query, sizes);
    const matches = clinics.select(clinicCriteria(query), moment);
    const place = placeOf(query);
    const found = place ? nearestOfBits(clinics, matches, place, page) : pageOfBits(matches, page);
    return clinicList(model, { include: query.include, apiUrl: this.#apiUrl }, found, page);
  }

  clinic(id: string, sizes = FULL_SIZES): Answer<ClinicAnswer> {
    const { model, moment } = this.view;
    return new Answer(
      `{"clinic":${model.clinics.detail(clinicOrdinal(model, id), moment, sizes.nestedDoctors)}}`,
    );
  }

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

  listSpecialists(query: SpecialistQuery, sizes = FULL_SIZES): Answer<SpecialistList> {
    const { model, moment } = this.view;
    const { services, clinics } = model;
    const page = pageOf(query, sizes);
    const criteria = specialistCriteria(query);
    const offered = services.of(fold(query.specialty));
    const matches = clinics.select(criteria, moment, services.clinicsOf(offered, clinics.size));
    const found = services.at(matches, offered, query.accepting === true);
    const place = placeOf(query);
    const ordinals = place
      ? nearestPage(clinics, services.clinicsAt(found), place, page).map((index) => found[index]!)
      : found.subarray(page.offset, page.offset + page.limit);
    const shown = { include: query.include, apiUrl: this.#apiUrl };
    return specialistList(model, shown, { total: found.length, ordinals }, page);
  }
}

/** Directories over the read model that is current when they are asked. */
export function inMemory(current: () => ReadModel): MakeDirectory {
  return (clock, options) => new MemoryDirectory(current, clock, options);
}

/** What a read model holds, in numbers. */
export function datasetOf({ version, syncedAt, doctors, clinics }: ReadModel): ServedDataset {
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
  if (ordinal === undefined)
    throw new DirectoryError('not_found', 'There is no doctor with this registration number.');
  return ordinal;
}

function clinicOrdinal(model: ReadModel, id: string): number {
  const ordinal = model.clinics.ordinalOf(id) ?? model.clinics.ordinalOf(id.toLowerCase());
  if (ordinal === undefined) throw new DirectoryError('not_found', 'There is no clinic with this id.');
  return ordinal;
}
