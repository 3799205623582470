import type { Described, JsonSchema } from '../schema/schema.js';
import type { AnswerSizes } from '../access/tier.js';
import type { Answer } from './answer.js';
import { DirectorySummary, LanguageValues, SourceList, SpecialtyValues } from './directory-answer.js';
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
} from './list-answer.js';
import { PageQuery, Query } from './page-query.js';
import { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from './query.js';

/** The record that an operation reads, as a parameter of its path. */
export interface Subject {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Matches every identifier. */
  readonly pattern: RegExp;
  /** The message of `not_found`. */
  readonly unknown: string;
}

export const REGISTRATION_NUMBER: Subject = {
  name: 'cpso',
  description: 'Registration number of the doctor.',
  schema: { type: 'string', examples: ['900001'] },
  pattern: /^\d+$/,
  unknown: 'There is no doctor with this registration number.',
};

export const CLINIC_ID: Subject = {
  name: 'id',
  description: 'Identifier of the clinic.',
  schema: { type: 'string', examples: ['0b6c2a9e-7f43-5d1b-9a57-3c1f0e8d2b64'] },
  pattern: /^[\da-f-]{36}$/i,
  unknown: 'There is no clinic with this id.',
};

/** A read operation of the directory. */
export interface Operation {
  /** Path below the address of the API. Braces enclose the name of the subject. */
  readonly path: `/${string}`;
  readonly summary: string;
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
    query: DoctorQuery,
    answer: DoctorList,
  },
  searchDoctors: {
    path: '/doctors/search',
    summary: 'Search doctors',
    query: DoctorSearchQuery,
    answer: DoctorList,
    example: { q: 'okafor' },
  },
  getDoctor: {
    path: '/doctors/{cpso}',
    summary: 'Get a doctor',
    subject: REGISTRATION_NUMBER,
    query: Query,
    answer: DoctorAnswer,
  },
  listDoctorReviews: {
    path: '/doctors/{cpso}/reviews',
    summary: 'List the reviews of a doctor',
    subject: REGISTRATION_NUMBER,
    query: PageQuery,
    answer: DoctorReviews,
    example: { limit: 2 },
  },
  getDoctorSignals: {
    path: '/doctors/{cpso}/signals',
    summary: 'Get the review signals of a doctor',
    subject: REGISTRATION_NUMBER,
    query: Query,
    answer: DoctorSignals,
  },
  listClinics: {
    path: '/clinics',
    summary: 'List clinics',
    query: ClinicQuery,
    answer: ClinicList,
    example: { include: ['notes', 'links'] },
  },
  getClinic: {
    path: '/clinics/{id}',
    summary: 'Get a clinic',
    subject: CLINIC_ID,
    query: Query,
    answer: ClinicAnswer,
  },
  listClinicReviews: {
    path: '/clinics/{id}/reviews',
    summary: 'List the reviews of a clinic, with their averages',
    subject: CLINIC_ID,
    query: PageQuery,
    answer: ClinicReviews,
    example: { limit: 2 },
  },
  getClinicSignals: {
    path: '/clinics/{id}/signals',
    summary: 'Get the review signals of a clinic',
    subject: CLINIC_ID,
    query: Query,
    answer: ClinicSignals,
  },
  listSpecialists: {
    path: '/specialists',
    summary: 'List clinics that offer a specialty',
    query: SpecialistQuery,
    answer: SpecialistList,
    example: { specialty: 'Cardiology' },
  },
  getSummary: {
    path: '/doctors/summary',
    summary: 'Get the totals of the directory',
    query: Query,
    answer: DirectorySummary,
  },
  listSpecialties: {
    path: '/metadata/specialties',
    summary: 'List specialties to filter by, with doctor counts',
    query: Query,
    answer: SpecialtyValues,
  },
  listLanguages: {
    path: '/metadata/languages',
    summary: 'List languages to filter by, with doctor counts',
    query: Query,
    answer: LanguageValues,
  },
  listSources: {
    path: '/sources',
    summary: 'List the sources of the data, with their licenses',
    query: Query,
    answer: SourceList,
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
