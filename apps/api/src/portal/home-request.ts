import {
  DirectoryError,
  DoctorQuery,
  DoctorSearchQuery,
  type QuestionAnswer,
  QueryReader,
  type RawParameters,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { resolvePlace } from '@care-atlas/domain/places';
import { nearestWord } from '@care-atlas/domain/text';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { ERROR_STATUS, errorBody } from '@care-atlas/server/http';
import { LANGUAGE_PARAMETER, type PageLanguage } from '@care-atlas/server/pages';
import type { FastifyRequest } from 'fastify';
import { TEXTS } from '../texts/texts.js';
import { MOST_ZOOM } from './try/clinic-map.js';
import { chipsOf } from './try/filter-chips.js';
import { repairsOf } from './try/repairs.js';
import { INITIAL_VALUES, TRY_PARAMETERS, tryPath, type TryValues } from './try/try-request.js';
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
  readonly ignored: readonly IgnoredParameter[];
  readonly result: TryResult;
}

/** A parameter of an address that the page does not know. */
export interface IgnoredParameter {
  readonly name: string;
  /** The filters that may be meant; undefined if no filter has a similar name, or the address has that, too. */
  readonly meant: TryValues | undefined;
}

const READERS = {
  list: new QueryReader(DoctorQuery),
  search: new QueryReader(DoctorSearchQuery),
};
/** What an address has beside filters. */
const KNOWN: ReadonlySet<string> = new Set([...TRY_PARAMETERS, 'ask', 'offset', 'zoom', LANGUAGE_PARAMETER]);
const COUNTS_VISITS = /^(utm_\w+|fbclid|gclid|msclkid)$/;
const MOST_IGNORED = 5;
const MAX_NAME_LENGTH = 40;
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
  const question = isAsked ? questionOf(raw) : TEXTS[language].home.ask.question;
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
  const result = { apiUrl, path, key, values, offset, pageSize, zoom, now, today, outcome };
  return { isAsked, question, reading, values, ignored: ignoredIn(raw), result };
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

/** Returns the parameters that are no filters, nor known otherwise. Those that count visits to other sites are not meant for the page. */
function ignoredIn(raw: RawParameters): readonly IgnoredParameter[] {
  const filters = filtersOf(raw);
  const names = Object.keys(filters).filter((name) => !KNOWN.has(name) && !COUNTS_VISITS.test(name));
  return names.slice(0, MOST_IGNORED).map((name) => {
    const similar = nearestWord(name, TRY_PARAMETERS);
    return {
      name: Array.from(name).slice(0, MAX_NAME_LENGTH).join(''),
      meant:
        similar === undefined || similar in filters ? undefined : { ...filters, [similar]: filters[name]! },
    };
  });
}

/** Returns a sent value, or several as a list, without commas around it. */
function listIn(sent: unknown): string {
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
    const clinics =
      directory.totals.summary.totalDoctors === 0 && directory.listClinics({}, tierRules.sizes.sandbox).value;
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
    const params = (error.details ?? []).map(({ param }) => param);
    return {
      refusal: { status: ERROR_STATUS[error.code], params, said: error.said, body },
      repairs: repairs(),
    };
  }
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
