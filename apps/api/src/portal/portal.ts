import type { HealthRepository } from '@care-atlas/data/administration';
import type { RawParameters } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import type { NotFoundPage } from '@care-atlas/server/http';
import { serveFile } from '@care-atlas/server/answers';
import {
  inPreferredLanguage,
  languageAt,
  languageOf,
  negotiatedHeaders,
  PAGE_ICON,
  PAGE_LANGUAGES,
  type PageLanguage,
  servePage,
  visitAt,
} from '@care-atlas/server/pages';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { readTemplates } from '../assets.js';
import { ABOUT_PAGES } from '../texts/en/pages/about.js';
import { TEXTS } from '../texts/texts.js';
import { type AboutSettings, serveAbout } from './about/about-pages.js';
import { answerPage } from './answer-page.js';
import { serveCoverage } from './coverage/coverage-page.js';
import type { DocumentSite } from './documents/document-page.js';
import { readGuides } from './documents/guide.js';
import { operationReferences } from './documents/reference.js';
import { serveDocuments } from './documents/serve-documents.js';
import { serveEmbed } from './embed.js';
import { HOME_PAGES, homePage } from './home-page.js';
import { type HomeSettings, isAsking, readHomeRequest } from './home-request.js';
import { secondsToWait, tooManyPage } from './page-rate.js';
import { portalPages } from './portal-layout.js';
import { serveDownloads } from './site/downloads.js';
import { type OpeningsFeedSettings, serveOpenings } from './site/openings-feed.js';
import { type RecordPageSettings, serveRecords } from './record/serve-records.js';
import { serveSite } from './site/serve-site.js';
import { serveStatus } from './status/status-page.js';
import { serveWords } from './words-page.js';
import { serveScript, webScript } from './web-script.js';

/** What the portal shows of the installation. */
interface PortalSettings extends HomeSettings, RecordPageSettings, AboutSettings {
  /** The description of the interface, which the reference is made of. */
  readonly description: OpenAPIObject;
  readonly health: HealthRepository;
  readonly feed: OpeningsFeedSettings['feed'];
}

/** The pages that are no documents. */
const PAGES = ['/', '/coverage', '/docs', '/docs/guides', '/embed', '/status', '/words', '/buy'].concat(
  ABOUT_PAGES.map((name) => `/${name}`),
);
const NOT_FOUND = portalPages({ forms: "'none'", cache: 'no-store', narrow: true });

/** Serves the home page, the documents and their scripts. */
export async function servePortal(
  fastify: FastifyInstance,
  directory: Directory,
  settings: PortalSettings,
): Promise<void> {
  const { baseUrl, apiUrl, sandboxKey, description, seller } = settings;
  const tryScripts = { en: await webScript('try-it'), fr: await webScript('try-it-fr') };
  const documentScript = await webScript('document');
  for (const each of [...Object.values(tryScripts), documentScript]) serveScript(fastify, each);
  const script = documentScript.path;
  const documentsIn = async (language: PageLanguage): Promise<DocumentSite> => {
    const guides = await readGuides(settings, language);
    const operations = operationReferences(description, apiUrl, sandboxKey, language);
    return { language, baseUrl, guides, operations, sandboxKey, apiUrl, script };
  };
  const documents = await Promise.all(PAGE_LANGUAGES.map(documentsIn));
  servePage(fastify, {
    path: '/',
    baseUrl,
    get: inPreferredLanguage(async (visit, request) => {
      const { ip, query } = request;
      // What is asked is answered by the interface.
      const isLimited = isAsking(query as RawParameters);
      const wait = isLimited ? await secondsToWait(ip, settings) : 0;
      if (wait > 0) return tooManyPage(visit, wait);
      const tryScript = tryScripts[visit.language].path;
      const home = readHomeRequest(directory, settings, request, visit.language);
      if (home.isAsked) return answerPage(visit, directory, home, tryScript);
      return homePage(visit, directory, settings, home, tryScript);
    }, HOME_PAGES.headers),
  });
  serveCoverage(fastify, directory, settings);
  serveWords(fastify, directory, settings);
  serveOpenings(fastify, directory, { ...settings, rate: settings.tierRules.rates.sandbox });
  serveStatus(fastify, settings.health, settings);
  serveAbout(fastify, directory, settings);
  serveRecords(fastify, directory, settings);
  for (const site of documents) serveDocuments(fastify, site, description.tags);
  const [english] = documents;
  const translated = documents.flatMap(({ guides }) => guides.filter(({ language }) => language !== 'en'));
  serveSite(fastify, { ...settings, ...english!, translated, contact: seller.contact, pages: PAGES });
  serveDownloads(fastify, settings.baseUrl);
  await serveEmbed(fastify, settings, script);
  serveFile(fastify, {
    path: '/favicon.ico',
    type: 'image/svg+xml',
    cache: 'public, max-age=86400',
    content: decodeURIComponent(PAGE_ICON.slice(PAGE_ICON.indexOf(',') + 1)),
  });
}

/** Returns the page of an address without one: below `/fr` in French, elsewhere in the language of the visitor. */
export function notFoundPage(baseUrl: string): NotFoundPage {
  const templates = readTemplates('portal', ['not-found']);
  const pageIn = (language: PageLanguage) => {
    const title = TEXTS[language].site.notFound;
    return NOT_FOUND.page(visitAt(baseUrl, language, '/'), {
      title,
      body: templates[language]['not-found'](),
    });
  };
  const pages = { en: pageIn('en'), fr: pageIn('fr') };
  return {
    isFor: (path) => !path.startsWith('/api/'),
    render({ url, headers: sent }) {
      const language = languageAt(url) === 'fr' ? 'fr' : languageOf(sent);
      const { headers, body } = pages[language];
      return { headers: { ...headers, ...negotiatedHeaders(language) }, body };
    },
  };
}
