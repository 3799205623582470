import {
  type ClinicList,
  ClinicQuery,
  DirectoryError,
  DoctorQuery,
  DoctorSearchQuery,
  type QuestionAnswer,
  QueryReader,
  type RawParameters,
} from '@care-atlas/domain/contract';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { Directory } from '@care-atlas/domain/directory';
import { resolvePlace } from '@care-atlas/domain/places';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { errorBody } from '@care-atlas/server/http';
import type { PageLanguage } from '@care-atlas/server/pages';
import { notIndependentOf } from '@care-atlas/server/record';
import type { FastifyRequest } from 'fastify';
import { TEXTS } from '../texts/texts.js';
import { ignoredIn, type IgnoredParameters } from './ignored-parameters.js';
import { MOST_ZOOM } from './try/clinic-map.js';
import { chipsOf } from './try/filter-chips.js';
import { repairsOf } from './try/repairs.js';
import {
  CLINIC_PARAMETERS,
  INITIAL_VALUES,
  TRY_PARAMETERS,
  tryPath,
  trySearch,
  type TryValues,
} from './try/try-request.js';
import type { TryAnswer, TryResult } from './try/try-result.js';

/** What the home page shows of the installation. */
export interface HomeSettings extends Pick<
  ApiConfiguration,
  'mcpUrl' | 'sandboxKey' | 'freshDays' | 'tierRules' | 'seller'
> {
  readonly apiUrl: string;
  readonly clock: () => Date;
}

/** What a visitor asks of the home page, and its answer. */
export interface HomeRequest {
  /** Whether the visitor asked something; otherwise the page answers its own question. */
  readonly isAsked: boolean;
  /** What was asked in plain words; empty if filters were. */
  readonly question: string;
  readonly reading: QuestionAnswer | undefined;
  readonly values: TryValues;
  /** The parameters of the address that the page does not know. */
  readonly ignored: IgnoredParameters;
  readonly result: TryResult;
}

const READERS = {
  list: new QueryReader(DoctorQuery),
  search: new QueryReader(DoctorSearchQuery),
  clinics: new QueryReader(ClinicQuery),
};
/** What an address has beside filters. */
const OTHERS = ['ask', 'offset', 'zoom'];
const MOST_EXAMPLES = 3;
/** More matches than any directory has. */
const MOST_SKIPPED = 1_000_000;
/** The request that the page begins with. */
export const FIRST_REQUEST = queryOf(tryPath(INITIAL_VALUES));

/** Returns whether a request asks something, in plain words or by filters. */
export function isAsking(raw: RawParameters): boolean {
  const filters = filtersOf(raw);
  return questionOf(raw) !== '' || TRY_PARAMETERS.some((name) => filters[name] !== undefined);
}

/** Reads a request for the home page and answers its question. */
export function readHomeRequest(
  directory: Directory,
  settings: HomeSettings,
  { query, id }: FastifyRequest,
  language: PageLanguage,
): HomeRequest {
  const raw = query as RawParameters;
  const isAsked = isAsking(raw);
  const question = isAsked ? questionOf(raw) : ownQuestion(directory, language);
  const reading = question === '' ? undefined : directory.readQuestion({ q: question }).value;
  const values: TryValues = reading?.values ?? filtersOf(raw);
  const { apiUrl, sandboxKey: key, tierRules } = settings;
  const pageSize = tierRules.sizes.sandbox.pageDefault;
  const offset = wholeNumber(raw['offset'], MOST_SKIPPED);
  const path = tryPath(values, offset);
  const isAnswered = reading === undefined || reading.verdict === 'list';
  const outcome = isAnswered ? outcomeOf(directory, settings, path, values, reading, id) : 'none';
  const zoom = wholeNumber(raw['zoom'], MOST_ZOOM);
  const [now, today] = [settings.clock(), directory.asOf.date];
  const ignored = ignoredIn(filtersOf(raw), TRY_PARAMETERS, OTHERS);
  const shown = outcome !== 'none' && 'answer' in outcome ? outcome.answer.doctors : [];
  const named = shown.flatMap((doctor) => [doctor, ...(doctor.atClinic?.doctors ?? [])]);
  const notIndependent = notIndependentOf(directory, named);
  const result = { apiUrl, path, key, values, offset, pageSize, zoom, now, today, notIndependent, outcome };
  return { isAsked, question, reading, values, ignored, result };
}

/** Returns the filters of an address, each by its one name: the interface has others for some of them. */
export function filtersOf(raw: RawParameters): TryValues {
  const { specialty, language, ...joined } = READERS.search.joinLists(raw);
  const { near, lat, lng } = joined;
  const isPoint = near === undefined && lat !== undefined && lng !== undefined;
  const sent: RawParameters = {
    specialties: specialty,
    languages: language,
    ...joined,
    ...(isPoint && { near: [lat, lng], lat: undefined, lng: undefined }),
  };
  const names = Object.keys(sent).filter((name) => sent[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, listIn(sent[name])]));
}

/** Returns a sent value, or several as a list, without commas around it. */
export function listIn(sent: unknown): string {
  return [sent]
    .flat()
    .join(',')
    .replaceAll(/^,+|,+$/g, '');
}

/** Returns what was asked in plain words; empty if nothing was. */
function questionOf({ ask }: RawParameters): string {
  const [text] = [ask].flat();
  return typeof text === 'string' ? text.trim() : '';
}

/** Returns a sent number, at most the largest; 0 if it is not sent, or no whole number. */
function wholeNumber(sent: unknown, largest: number): number {
  const value = Number(sent ?? 0);
  return Number.isInteger(value) ? Math.min(Math.max(value, 0), largest) : 0;
}

/** Runs the form's request with the sizes of the sandbox. */
function outcomeOf(
  directory: Directory,
  { tierRules }: HomeSettings,
  path: string,
  values: TryValues,
  reading: QuestionAnswer | undefined,
  requestId: string,
): TryResult['outcome'] {
  const totalOf = (fewer: TryValues) => countOf(directory, fewer);
  const repairs = () => repairsOf(values, chipsOf(values, reading), totalOf);
  try {
    const { value: answer, messages } = directory.listDoctors(queryOf(path), tierRules.sizes.sandbox);
    const place = placeOf(values['near']?.trim() ?? '');
    const clinics = !hasDoctors(directory) && clinicsOf(directory, values, tierRules.sizes.sandbox);
    return {
      answer,
      place,
      warnings: messages.warnings,
      repairs: answer.total === 0 ? repairs() : [],
      clinics,
    };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const refusal = errorBody(error, requestId);
    const body = JSON.stringify(refusal, null, 2);
    return { refusal: { details: error.details ?? [], said: error.said, body }, repairs: repairs() };
  }
}

function hasDoctors({ totals }: Directory): boolean {
  return totals.summary.totalDoctors > 0;
}

/** Returns the clinics that match what is asked of their place and their hours. @throws DirectoryError `missing_param` */
function clinicsOf(directory: Directory, values: TryValues, sizes?: AnswerSizes): ClinicList {
  const asked = Object.fromEntries(CLINIC_PARAMETERS.map((name) => [name, values[name] ?? '']));
  const raw = Object.fromEntries(new URLSearchParams(trySearch(asked)));
  return directory.listClinics(READERS.clinics.read(raw), sizes).value;
}

/** The examples that are answered, of a dataset version and a day: finding out reads several questions. */
const ANSWERED = new WeakMap<Directory['totals'], Map<PageLanguage, readonly string[]>>();

/** Returns the examples that the directory answers: those about doctors find nobody where it has only clinics. */
export function answeredExamples(directory: Directory, language: PageLanguage): readonly string[] {
  const { totals } = directory;
  const byLanguage = ANSWERED.get(totals) ?? new Map<PageLanguage, readonly string[]>();
  ANSWERED.set(totals, byLanguage);
  const known = byLanguage.get(language);
  if (known) return known;
  const { examples } = TEXTS[language].home.ask;
  const answered = examples.filter((example) => isAnswered(directory, example)).slice(0, MOST_EXAMPLES);
  byLanguage.set(language, answered);
  return answered;
}

/** Returns the question that the page begins with; empty if the directory answers none: the page has its first records then. */
function ownQuestion(directory: Directory, language: PageLanguage): string {
  const { question } = TEXTS[language].home.ask;
  return isAnswered(directory, question) ? question : (answeredExamples(directory, language)[0] ?? '');
}

function isAnswered(directory: Directory, question: string): boolean {
  const { verdict, values } = directory.readQuestion({ q: question }).value;
  if (verdict !== 'list') return false;
  if (hasDoctors(directory)) return countOf(directory, values) > 0;
  const isOfClinics = Object.keys(values).every((name) => CLINIC_PARAMETERS.includes(name));
  return isOfClinics && clinicsOf(directory, values).total > 0;
}

/** Returns the number of matches of a request; 0 for one that is refused. */
function countOf(directory: Directory, values: TryValues): number {
  try {
    const query = Object.assign(queryOf(tryPath(values)), { limit: 0 });
    const { total, doctorTotal = total } = directory.listDoctors(query).value;
    return doctorTotal;
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    return 0;
  }
}

/** Returns the query of a request of the form. @throws DirectoryError `missing_param` */
function queryOf(path: string): DoctorQuery {
  const raw = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
  return raw['q'] === undefined ? READERS.list.read(raw) : READERS.search.read(raw);
}

/** Returns the point that a text names; undefined if there is none. */
function placeOf(near: string): TryAnswer['place'] {
  const reading = resolvePlace(near);
  if (reading.by === 'place') return reading.place;
  return reading.by === 'point' ? { name: near, ...reading.position } : undefined;
}
