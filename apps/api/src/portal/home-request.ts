import {
  DirectoryError,
  DoctorQuery,
  DoctorSearchQuery,
  type QuestionAnswer,
  QueryReader,
  type RawParameters,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { PLACE_LABELS } from '@care-atlas/domain/map';
import { resolvePlace } from '@care-atlas/domain/places';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { ERROR_STATUS, errorBody } from '@care-atlas/server/http';
import type { PageLanguage } from '@care-atlas/server/pages';
import type { FastifyRequest } from 'fastify';
import { TEXTS } from '../texts/texts.js';
import { type MapPoint, MOST_ZOOM } from './try/clinic-map.js';
import { INITIAL_VALUES, TRY_PARAMETERS, tryPath, type TryValues } from './try/try-request.js';
import type { TryResult } from './try/try-result.js';

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
  /** What was asked in plain words; empty if filters were. */
  readonly question: string;
  readonly reading: QuestionAnswer | undefined;
  readonly values: TryValues;
  readonly result: TryResult;
}

const READERS = {
  list: new QueryReader(DoctorQuery),
  search: new QueryReader(DoctorSearchQuery),
};
/** The request that the page begins with. */
export const FIRST_REQUEST = READERS.list.read(rawOf(tryPath(INITIAL_VALUES)));

/** Reads a request for the home page and answers its question. */
export function readHomeRequest(
  directory: Directory,
  settings: HomeSettings,
  { query, id }: FastifyRequest,
  language: PageLanguage,
): HomeRequest {
  const raw = query as RawParameters;
  const sent = TRY_PARAMETERS.filter((name) => raw[name] !== undefined);
  const question = questionOf(raw) || (sent.length === 0 ? TEXTS[language].home.ask.question : '');
  const reading = question === '' ? undefined : directory.readQuestion({ q: question }).value;
  const values: TryValues =
    reading?.values ?? Object.fromEntries(sent.map((name) => [name, [raw[name]].flat().join(',')]));
  const { apiUrl, sandboxKey: key } = settings;
  const path = tryPath(values);
  const isAnswered = reading === undefined || reading.verdict === 'list';
  const outcome = isAnswered ? outcomeOf(directory, settings, path, values, id) : 'none';
  const now = settings.clock();
  const result = { apiUrl, path, key, labels: PLACE_LABELS, zoom: zoomOf(raw), now, outcome };
  return { question, reading, values, result };
}

/** Returns what was asked in plain words; empty if nothing was. */
function questionOf({ ask }: RawParameters): string {
  const [text] = [ask].flat();
  return typeof text === 'string' ? text.trim() : '';
}

/** Returns the zoom of the map; 0 if it is not sent, or not one. */
function zoomOf(raw: RawParameters): number {
  const zoom = Number(raw['zoom'] ?? 0);
  return Number.isInteger(zoom) ? Math.min(Math.max(zoom, 0), MOST_ZOOM) : 0;
}

/** Runs the form's request with the sizes of the sandbox. */
function outcomeOf(
  directory: Directory,
  { tierRules }: HomeSettings,
  path: string,
  values: TryValues,
  requestId: string,
): TryResult['outcome'] {
  const raw = rawOf(path);
  try {
    const query = raw['q'] === undefined ? READERS.list.read(raw) : READERS.search.read(raw);
    const answer = directory.listDoctors(query, tierRules.sizes.sandbox);
    return { answer: answer.value, place: placeOf(values['near']?.trim() ?? '') };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const refusal = errorBody(error, requestId);
    const { message } = refusal;
    const body = JSON.stringify(refusal, null, 2);
    return { refusal: { status: ERROR_STATUS[error.code], message, body } };
  }
}

/** Returns the query of a path. */
function rawOf(path: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
}

/** Returns the point that a text names; undefined if there is none. */
function placeOf(near: string): MapPoint | undefined {
  const reading = resolvePlace(near);
  if (reading.by === 'place') return reading.place;
  return reading.by === 'point' ? { name: near, ...reading.position } : undefined;
}
