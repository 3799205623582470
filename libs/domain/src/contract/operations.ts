import type { Message } from '../messages/index.js';
import type { Described, JsonSchema } from '../schema/schema.js';
import type { AnswerSizes } from '../access/tier.js';
import type { Answer } from './answer.js';
import { AccuracyList } from './answers/accuracy-answer.js';
import {
  AreaList,
  DirectorySummary,
  LanguageValues,
  PlaceList,
  SourceList,
  SpecialtyValues,
} from './answers/directory-answer.js';
import { ClinicEvidence, DoctorEvidence } from './answers/evidence-answer.js';
import {
  ClinicAnswer,
  ClinicList,
  ClinicReviews,
  ClinicSignals,
  DoctorAnswer,
  DoctorList,
  DoctorReviews,
  DoctorSignals,
  SpecialistList,
} from './answers/list-answer.js';
import { QuestionAnswer } from './answers/question-answer.js';
import { Explanation, ExplanationQuery, type ListParameters } from './explanation.js';
import { DoctorFacets, FacetQuery } from './facet.js';
import { PageQuery, Query } from './queries/page-query.js';
import { PlaceDetailQuery } from './queries/place-query.js';
import {
  ClinicQuery,
  DoctorDetailQuery,
  DoctorQuery,
  DoctorSearchQuery,
  GazetteerQuery,
  QuestionQuery,
  SpecialistQuery,
} from './queries/query.js';

/** The record that an operation reads, as a parameter of its path. */
export interface Subject {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Matches every identifier. */
  readonly pattern: RegExp;
  /** The message of `not_found`. */
  readonly unknown: Message;
}

export const REGISTRATION_NUMBER: Subject = {
  name: 'cpso',
  description: 'Registration number of the doctor.',
  schema: { type: 'string', examples: ['900001'] },
  pattern: /^\d+$/,
  unknown: { code: 'no_doctor' },
};

export const CLINIC_ID: Subject = {
  name: 'id',
  description: 'Identifier of the clinic.',
  schema: { type: 'string', examples: ['b94bb043-f527-42bf-9c0b-68ebace5405b'] },
  pattern: /^[\da-f-]{36}$/i,
  unknown: { code: 'no_clinic' },
};

/** A read operation of the directory. */
export interface Operation {
  /** Path below the address of the API. Braces enclose the name of the subject. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What it returns, in which order, and what to request next. Markdown. */
  readonly description: string;
  readonly subject?: Subject;
  readonly query: Described<Query>;
  readonly answer: Described;
  /** The query of the example in the OpenAPI document; empty if absent. */
  readonly example?: object;
}

/**
 * Every read operation. Its name is the operationId, the method of `Directory`, of the controller and of the client, and
 * the name in usage counts. The controller, the OpenAPI document, the client, the connector and the parity tests read
 * this table. To add an operation, follow the recipe in CONTRIBUTING.md.
 */
export const OPERATIONS = {
  listDoctors: {
    path: '/doctors',
    summary: 'List doctors',
    description:
      'Returns the listed doctors that match every filter, by name, then registration number; with a place (`near`, or `lat` and `lng`), nearest first. Filters on clinics apply to the primary clinic of the doctor. The detail of each doctor, with reviews and booking, is at `/doctors/{cpso}`.',
    query: DoctorQuery,
    answer: DoctorList,
  },
  searchDoctors: {
    path: '/doctors/search',
    summary: 'Search doctors',
    description:
      'Returns the listed doctors whose name contains every term of `q`, or whose registration number is `q`, by name, then registration number; with a place, nearest first. Takes every filter of `/doctors`. The detail of each doctor is at `/doctors/{cpso}`.',
    query: DoctorSearchQuery,
    answer: DoctorList,
    example: { q: 'okafor' },
  },
  getDoctor: {
    path: '/doctors/{cpso}',
    summary: 'Get a doctor',
    description:
      'Returns a doctor in full: practice, primary clinic, booking, counts of reviews and the newest reviews. A doctor whose registration has expired is in no list but still here, with `expiredAt`. The other reviews are at `/doctors/{cpso}/reviews`.',
    subject: REGISTRATION_NUMBER,
    query: DoctorDetailQuery,
    answer: DoctorAnswer,
  },
  listDoctorReviews: {
    path: '/doctors/{cpso}/reviews',
    summary: 'List the reviews of a doctor',
    description:
      'Returns the reviews of a doctor, newest first, with counts over all of them. Reviews are unchecked content of users: show them as such. The doctor is at `/doctors/{cpso}`.',
    subject: REGISTRATION_NUMBER,
    query: PageQuery,
    answer: DoctorReviews,
    example: { limit: 2 },
  },
  getDoctorSignals: {
    path: '/doctors/{cpso}/signals',
    summary: 'Get the review signals of a doctor',
    description:
      'Returns how the reviews of the last 24 months rate a doctor, one signal per dimension, with its confidence interval. Dimensions with too few ratings are in `suppressed`. The reviews themselves are at `/doctors/{cpso}/reviews`.',
    subject: REGISTRATION_NUMBER,
    query: Query,
    answer: DoctorSignals,
  },
  getDoctorEvidence: {
    path: '/doctors/{cpso}/evidence',
    summary: 'Get the evidence about a doctor',
    description:
      'Returns what is known about the registration, specialties, languages and place of practice of a doctor: who observed each, when, how, and until when it holds. The evidence of the clinic, such as whether it accepts new patients, is at `/clinics/{id}/evidence`. The list has one page.',
    subject: REGISTRATION_NUMBER,
    query: Query,
    answer: DoctorEvidence,
  },
  listClinics: {
    path: '/clinics',
    summary: 'List clinics',
    description:
      'Returns the clinics that match every filter, by name, then id; with a place (`near`, or `lat` and `lng`), nearest first. One and the same doctor of a clinic must match all filters on doctors. `include` adds remarks and links; the detail of each clinic is at `/clinics/{id}`.',
    query: ClinicQuery,
    answer: ClinicList,
    example: { include: ['notes', 'links'] },
  },
  getClinic: {
    path: '/clinics/{id}',
    summary: 'Get a clinic',
    description:
      'Returns a clinic in full: place, hours, accessibility and the doctors who practice there, by name. With a sandbox key, it shows the first 3 of them. The reviews of the clinic are at `/clinics/{id}/reviews`.',
    subject: CLINIC_ID,
    query: PlaceDetailQuery,
    answer: ClinicAnswer,
  },
  listClinicReviews: {
    path: '/clinics/{id}/reviews',
    summary: 'List the reviews of a clinic, with their averages',
    description:
      'Returns the reviews of a clinic, newest first, with averages over all of them, also by dimension. Reviews are unchecked content of users: show them as such. The clinic is at `/clinics/{id}`.',
    subject: CLINIC_ID,
    query: PageQuery,
    answer: ClinicReviews,
    example: { limit: 2 },
  },
  getClinicSignals: {
    path: '/clinics/{id}/signals',
    summary: 'Get the review signals of a clinic',
    description:
      'Returns how the reviews of the last 24 months rate a clinic, one signal per dimension, with its confidence interval. Dimensions with too few ratings are in `suppressed`. The reviews themselves are at `/clinics/{id}/reviews`.',
    subject: CLINIC_ID,
    query: Query,
    answer: ClinicSignals,
  },
  getClinicEvidence: {
    path: '/clinics/{id}/evidence',
    summary: 'Get the evidence about a clinic',
    description:
      'Returns what is known about acceptance, opening hours, access, virtual visits, phone and website of a clinic, and about its services: who observed each, when, how, and until when it holds. A fact with two rows has two sources. The evidence of doctors is at `/doctors/{cpso}/evidence`. The list has one page.',
    subject: CLINIC_ID,
    query: Query,
    answer: ClinicEvidence,
  },
  listSpecialists: {
    path: '/specialists',
    summary: 'List clinics that offer a specialty',
    description:
      'Returns the services of one specialty, one per clinic, with the wait in weeks: by name of the clinic, then id; with a place (`near`, or `lat` and `lng`), nearest first. `specialty` is required; `accepting` applies to the service. The detail of each clinic is at `/clinics/{id}`.',
    query: SpecialistQuery,
    answer: SpecialistList,
    example: { specialty: 'Cardiology' },
  },
  getSummary: {
    path: '/doctors/summary',
    summary: 'Get the totals of the directory',
    description:
      'Returns the totals of the directory: the listed doctors, how many of them accept new patients, and their numbers by specialty and by freshness. It takes no filters: to count matches, request a list with `limit=0`.',
    query: Query,
    answer: DirectorySummary,
  },
  getFacets: {
    path: '/doctors/facets',
    summary: 'Count doctors in groups',
    description:
      'Returns the number of doctors that match every filter of `/doctors`, and how many of them have each value of the groups in `by`, most common first. Every group is counted under all filters, its own included. `area` counts municipalities; a doctor counts where the primary clinic is. `accepting` tells clinics that do not accept patients from those of which it is not known. The limits are the same for every key.',
    query: FacetQuery,
    answer: DoctorFacets,
    example: { by: ['language', 'accepting'] },
  },
  listSpecialties: {
    path: '/metadata/specialties',
    summary: 'List specialties to filter by, with doctor counts',
    description:
      'Returns every specialty of the listed doctors with the number of doctors, most common first. These are the values of `specialties` and `specialty`. The list has one page.',
    query: Query,
    answer: SpecialtyValues,
  },
  listLanguages: {
    path: '/metadata/languages',
    summary: 'List languages to filter by, with doctor counts',
    description:
      'Returns every language of the listed doctors with the number of doctors, most common first. These are the values of `languages`. The list has one page.',
    query: Query,
    answer: LanguageValues,
  },
  listAreas: {
    path: '/metadata/areas',
    summary: 'List areas to filter by, with doctor and clinic counts',
    description:
      'Returns every area with a clinic, with the number of its doctors and clinics: municipalities, districts, towns, neighbourhoods, then postal areas, each by number of doctors. A doctor counts where the primary clinic is, and an area has the clinics whose postal area belongs to it. These are the values of `area`. The list has one page.',
    query: Query,
    answer: AreaList,
  },
  listPlaces: {
    path: '/places',
    summary: 'List places, for completion of their names',
    description:
      'Returns the places whose name or other name contains `q`: those that begin with it first, then other names, words within them, and the rest; each larger kinds first, then by name. These are the values of `near`.',
    query: GazetteerQuery,
    answer: PlaceList,
    example: { q: 'scarb', limit: 3 },
  },
  readQuestion: {
    path: '/questions',
    summary: 'Read a question in plain words',
    description:
      'Returns how a question in English or French is read as parameters of `/doctors`, and whether that list answers it. It does not where words that matter are not understood or lie outside the directory, such as a profession, a city or a negation: `unused` says which and why, and `offers` has the nearest questions that can be answered. Show `emergency` before anything else. The doctors are at `/doctors`, with `q` at `/doctors/search`.',
    query: QuestionQuery,
    answer: QuestionAnswer,
    example: { q: 'dentist downtown' },
  },
  explainAbsence: {
    path: '/explain',
    summary: 'Explain why a list has a record or not',
    description:
      'Returns whether a list has a record, and where; if not, the fewest filters that leave it out, each with what was asked for and what the record has, and the number of matches without each. Send the query of the list with it, as the list takes it: an error of the query is that of the list. A page that ends before the record is no failure. The records themselves are at `/doctors/{cpso}` and `/clinics/{id}`.',
    query: ExplanationQuery as Described<ExplanationQuery & ListParameters>,
    answer: Explanation,
    example: { list: 'doctors', id: '900001', languages: ['Tamil'], within: 5, near: 'Kipling station' },
  },
  listSources: {
    path: '/sources',
    summary: 'List the sources of the data, with their licenses',
    description:
      'Returns the sources of the data by name, with the license and the time of the newest extract. Show each `attribution` wherever you show data of the directory. The list has one page.',
    query: Query,
    answer: SourceList,
  },
  listAccuracy: {
    path: '/accuracy',
    summary: 'List the measured accuracy of the data',
    description:
      'Returns how often each field was correct when a random sample of doctors was checked by telephone, with the 95 % confidence interval: for the whole sample, then for each stratum. `status` is `not_measured` until the first audit has ended, and always where the data is invented. The hash of the protocol was published before the first call: the guide on accuracy shows how to check it. The list has one page.',
    query: Query,
    answer: AccuracyList,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

type Row<Name extends OperationName> = (typeof OPERATIONS)[Name];
export type QueryOf<Name extends OperationName> = InstanceType<Row<Name>['query']>;
export type AnswerOf<Name extends OperationName> = InstanceType<Row<Name>['answer']>;

/** The arguments of a read operation: the subject, if it has one, the query, and the answer sizes of the caller. */
export type ReadArguments<Name extends OperationName> =
  Row<Name> extends { readonly subject: Subject }
    ? [subject: string, query?: QueryOf<Name>, sizes?: AnswerSizes]
    : object extends QueryOf<Name>
      ? [query?: QueryOf<Name>, sizes?: AnswerSizes]
      : [query: QueryOf<Name>, sizes?: AnswerSizes];

/** Every read operation, answered synchronously. */
export type Reads = {
  readonly [Name in OperationName]: (...request: ReadArguments<Name>) => Answer<AnswerOf<Name>>;
};

/** Every read operation, answered synchronously or asynchronously, for example by another process. */
export type AsyncReads = {
  readonly [Name in OperationName]: (
    ...request: ReadArguments<Name>
  ) => Answer<AnswerOf<Name>> | Promise<Answer<AnswerOf<Name>>>;
};
