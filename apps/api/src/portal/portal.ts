import {
  DirectoryError,
  DoctorQuery,
  DoctorSearchQuery,
  QueryReader,
  type RawParameters,
} from '@care-atlas/domain/contract';
import type { HealthRepository } from '@care-atlas/data/administration';
import type { Directory } from '@care-atlas/domain/directory';
import { PLACE_LABELS } from '@care-atlas/domain/map';
import { resolvePlace } from '@care-atlas/domain/places';
import { ERROR_STATUS, errorBody, type NotFoundPage } from '@care-atlas/server/http';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import {
  languageOf,
  negotiatedHeaders,
  PAGE_ICON,
  PAGE_LANGUAGES,
  pageHeaders,
  type PageLanguage,
} from '@care-atlas/server/pages';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveCoverage } from './coverage/serve-coverage.js';
import type { DocumentSite } from './documents/document-page.js';
import { readGuides } from './documents/guide.js';
import { operationReferences } from './documents/reference.js';
import { serveDocuments } from './documents/serve-documents.js';
import { serveSite } from './site/serve-site.js';
import { serveStatus } from './status/serve-status.js';
import { serveEmbed } from './embed.js';
import { readTemplates } from '../assets.js';
import { type PageView, serveHome, viewOf } from './page-view.js';
import { TEXTS } from '../texts/texts.js';
import { portalDocument } from './portal-layout.js';
import { PORTAL_STYLE, portalPage } from './portal-page.js';
import { type MapPoint, MOST_ZOOM } from './try/clinic-map.js';
import { INITIAL_VALUES, TRY_PARAMETERS, tryPath, type TryValues } from './try/try-request.js';
import type { TryResult } from './try/try-result.js';
import { type WebScript, webScript } from './web-script.js';

/** The settings that the portal shows. */
export interface PortalSettings extends Pick<
  ApiConfiguration,
  'baseUrl' | 'mcpUrl' | 'sandboxKey' | 'freshDays' | 'tierRules' | 'seller'
> {
  readonly apiUrl: string;
  /** The description of the interface, which the reference is made of. */
  readonly description: OpenAPIObject;
  readonly clock: () => Date;
  readonly health: HealthRepository;
}

/** The pages that are no documents. */
const PAGES = ['/', '/coverage', '/docs', '/docs/guides', '/embed', '/status', '/buy'];
const READERS = {
  list: new QueryReader(DoctorQuery),
  search: new QueryReader(DoctorSearchQuery),
};
/** The request that the page begins with. */
const FIRST_REQUEST = READERS.list.read(rawOf(tryPath(INITIAL_VALUES)));
const HEADERS = {
  ...pageHeaders({ style: PORTAL_STYLE, scripts: true, forms: "'self'" }),
  'cache-control': 'no-cache',
};
const NOT_FOUND_HEADERS = { ...pageHeaders({ forms: "'none'" }), 'cache-control': 'no-store' };
const ICON = decodeURIComponent(PAGE_ICON.slice(PAGE_ICON.indexOf(',') + 1));

/** Serves the home page, the documents and their scripts. */
export async function servePortal(
  fastify: FastifyInstance,
  directory: Directory,
  settings: PortalSettings,
): Promise<void> {
  const { baseUrl, apiUrl, sandboxKey, description, seller } = settings;
  const tryScripts = { en: await webScript('try-it'), fr: await webScript('try-it-fr') };
  const documentScript = await webScript('document');
  const script = documentScript.path;
  const documentsIn = async (language: PageLanguage): Promise<DocumentSite> => {
    const guides = await readGuides(settings, language);
    const operations = operationReferences(description, apiUrl, sandboxKey, language);
    return { language, baseUrl, guides, operations, sandboxKey, apiUrl, script };
  };
  const documents = await Promise.all(PAGE_LANGUAGES.map(documentsIn));
  for (const each of Object.values(tryScripts)) serveScript(fastify, each);
  const home = (view: PageView, request: FastifyRequest): string => {
    const question = questionOf(request, TEXTS[view.language].home.ask.question);
    const now = settings.clock();
    const reading = question === '' ? undefined : directory.readQuestion({ q: question }).value;
    const values: TryValues = reading?.values ?? valuesOf(request);
    const { clinics, syncedAt } = directory.dataset;
    return portalPage({
      view,
      ...directory.totals,
      clinics,
      syncedAt,
      isSample: isSample(directory),
      seller: settings.seller,
      rules: settings.tierRules,
      freshDays: settings.freshDays,
      mcpUrl: settings.mcpUrl,
      question,
      reading,
      values,
      result: {
        ...(reading === undefined || reading.verdict === 'list'
          ? runRequest(directory, settings, values, request.id, now)
          : noRequest(settings, values, now)),
        zoom: zoomOf(request),
      },
      firstAnswer: directory.listDoctors(FIRST_REQUEST, settings.tierRules.sizes.sandbox).value,
      scripts: [tryScripts[view.language].path],
    });
  };
  serveHome(fastify, { baseUrl, headers: HEADERS, render: home });
  serveScript(fastify, documentScript);
  serveCoverage(fastify, directory, settings);
  serveStatus(fastify, settings.health, settings);
  for (const site of documents) serveDocuments(fastify, site, description.tags);
  const [english] = documents;
  const translated = documents.flatMap(({ guides }) => guides.filter(({ language }) => language !== 'en'));
  serveSite(fastify, { ...settings, ...english!, translated, contact: seller.contact, pages: PAGES });
  await serveEmbed(fastify, settings, script);
  fastify.get('/favicon.ico', (_request, reply) => {
    void reply
      .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
      .send(ICON);
  });
}

/** Returns the page of an address without one: below `/fr` in French, elsewhere in the language of the visitor. */
export function notFoundPage(): NotFoundPage {
  const templates = readTemplates('portal', ['not-found']);
  const pageIn = (language: PageLanguage) => {
    const body = templates[language]['not-found']();
    const title = TEXTS[language].site.notFound;
    const view = viewOf(language, '/');
    return portalDocument({ view, title, narrow: true, body });
  };
  const pages = { en: pageIn('en'), fr: pageIn('fr') };
  return {
    isFor: (path) => !path.startsWith('/api/'),
    render({ url, headers }) {
      const language = /^\/fr(?=[/?]|$)/.test(url) ? 'fr' : languageOf(headers);
      return { headers: { ...NOT_FOUND_HEADERS, ...negotiatedHeaders(language) }, body: pages[language] };
    },
  };
}

/** Returns whether the directory is invented, as its names say. */
function isSample(directory: Directory): boolean {
  return directory.listClinics({ limit: 1 }).value.clinics.some(({ name }) => name.endsWith('(sample)'));
}

/** Serves a script under the address of its content. */
export function serveScript(fastify: FastifyInstance, { path, source }: WebScript): void {
  fastify.get(path, (_request, reply) => {
    void reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' })
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(source);
  });
}

/** Returns what was asked in plain words: the first question of the page if nothing was, and empty if the form was sent. */
function questionOf(request: FastifyRequest, first: string): string {
  const raw = request.query as RawParameters;
  const [text] = [raw['ask']].flat();
  const question = typeof text === 'string' ? text.trim() : '';
  return question === '' && sentParameters(raw).length === 0 ? first : question;
}

function sentParameters(raw: RawParameters): readonly string[] {
  return TRY_PARAMETERS.filter((name) => raw[name] !== undefined);
}

/** Returns the form's values. */
function valuesOf(request: FastifyRequest): TryValues {
  const raw = request.query as RawParameters;
  const sent = sentParameters(raw);
  return Object.fromEntries(sent.map((name) => [name, [raw[name]].flat().join(',')]));
}

/** Returns the zoom of the map; 0 if it is not sent, or not one. */
function zoomOf({ query }: FastifyRequest): number {
  const zoom = Number((query as RawParameters)['zoom'] ?? 0);
  return Number.isInteger(zoom) ? Math.min(Math.max(zoom, 0), MOST_ZOOM) : 0;
}

/** Returns the result of a question that no list answers. */
function noRequest({ apiUrl, sandboxKey }: PortalSettings, values: TryValues, now: Date): TryResult {
  return { apiUrl, path: tryPath(values), key: sandboxKey, labels: PLACE_LABELS, now, outcome: 'none' };
}

/** Runs the form's request with the sizes of the sandbox. */
function runRequest(
  directory: Directory,
  { tierRules, apiUrl, sandboxKey }: PortalSettings,
  values: TryValues,
  requestId: string,
  now: Date,
): TryResult {
  const path = tryPath(values);
  const request = { apiUrl, path, key: sandboxKey, labels: PLACE_LABELS, now };
  const raw = rawOf(path);
  try {
    const query = raw['q'] === undefined ? READERS.list.read(raw) : READERS.search.read(raw);
    const answer = directory.listDoctors(query, tierRules.sizes.sandbox);
    return { ...request, outcome: { answer: answer.value, place: placeOf(values['near']?.trim() ?? '') } };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const refusal = errorBody(error, requestId);
    const { message } = refusal;
    const body = JSON.stringify(refusal, null, 2);
    return { ...request, outcome: { refusal: { status: ERROR_STATUS[error.code], message, body } } };
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
