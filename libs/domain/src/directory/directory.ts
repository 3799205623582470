import { Answer } from '../contract/answer.js';
import type { DirectorySummary, LanguageValues, SpecialtyValues } from '../contract/directory-answer.js';
import type { DirectoryTotals } from './directory-totals.js';
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
import { wholeList } from './list-envelope.js';
import type { Moment } from '../rules/as-of.js';
import type {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  PageQuery,
  Query,
  SpecialistQuery,
} from '../contract/query.js';
import type { DatasetVersion } from '../read-model/read-model.js';
import type { AnswerSizes } from '../access/tier.js';

export interface DirectoryOptions {
  /** For how many days a confirmation by the register counts as fresh. */
  readonly freshDays?: number;
  /** Where the read operations are served, for links in answers: no slash at the end. */
  readonly apiUrl?: string;
}

/** Makes a directory that tells the time by a clock. */
export type MakeDirectory = (clock: () => Date, options?: DirectoryOptions) => Directory;

/** Which dataset is served, and how large it is. */
export interface ServedDataset extends DatasetVersion {
  /** Listed doctors. */
  readonly doctors: number;
  readonly clinics: number;
}

/** An answer that is there at once, from memory, or later, from a database. */
export type Answering<T> = Answer<T> | Promise<Answer<T>>;

/**
 * Every read of the directory. An answer is made from one dataset version, never from a mixture, and from no older one
 * than `dataset` named when it was asked for. What `sizes` leaves open is FULL_SIZES.
 */
export abstract class Directory {
  /** Which dataset answers are made from now. */
  abstract get dataset(): ServedDataset;

  /** The hour as of which answers are evaluated now. */
  abstract get moment(): Moment;

  /** Totals and filter values of the dataset, as of the current hour. */
  abstract get totals(): DirectoryTotals;

  /** What an answer depends on besides the request: it changes with the dataset and with the hour. */
  get tag(): string {
    return `${this.dataset.version}@${this.moment.asOf}`;
  }

  /** Doctors by name, then registration number. */
  abstract listDoctors(query: DoctorQuery, sizes?: AnswerSizes): Answering<DoctorList>;

  /** Doctors whose name holds every term of `q`, or whose registration number it is. */
  abstract searchDoctors(query: DoctorSearchQuery, sizes?: AnswerSizes): Answering<DoctorList>;

  /** @throws DirectoryError `not_found`; expired doctors are found */
  abstract doctor(registrationNumber: string, sizes?: AnswerSizes): Answering<DoctorAnswer>;

  /** @throws DirectoryError `not_found` */
  abstract doctorReviews(
    registrationNumber: string,
    query: PageQuery,
    sizes?: AnswerSizes,
  ): Answering<DoctorReviews>;

  /** @throws DirectoryError `not_found` */
  abstract doctorSignals(registrationNumber: string, query?: Query): Answering<DoctorSignals>;

  /** Clinics by name, then id; with `lat` and `lng` nearest first. */
  abstract listClinics(query: ClinicQuery, sizes?: AnswerSizes): Answering<ClinicList>;

  /** @throws DirectoryError `not_found` */
  abstract clinic(id: string, sizes?: AnswerSizes): Answering<ClinicAnswer>;

  /** @throws DirectoryError `not_found` */
  abstract clinicReviews(id: string, query: PageQuery, sizes?: AnswerSizes): Answering<ClinicReviews>;

  /** @throws DirectoryError `not_found` */
  abstract clinicSignals(id: string, query?: Query): Answering<ClinicSignals>;

  /** The services of one specialty, by name of the clinic, then id; with `lat` and `lng` nearest first. */
  abstract listSpecialists(query: SpecialistQuery, sizes?: AnswerSizes): Answering<SpecialistList>;

  /** Directory totals. */
  summary(): Answer<DirectorySummary> {
    return new Answer(JSON.stringify(this.totals.summary));
  }

  /** The specialties to filter by, most common first. */
  specialties(query: Query = {}): Answer<SpecialtyValues> {
    const { specialties } = this.totals;
    return wholeList({ specialties }, specialties.length, query);
  }

  /** The languages to filter by, most common first. */
  languages(query: Query = {}): Answer<LanguageValues> {
    const { languages } = this.totals;
    return wholeList({ languages }, languages.length, query);
  }
}
