import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ServedFile, serveFile } from '@care-atlas/server/answers';
import { PAGE_LANGUAGES, pathIn } from '@care-atlas/server/pages';
import type { PortalDocument } from '../documents/document.js';
import { addressOf } from '../portal-layout.js';
import { ABOUT_PAGES } from '../../texts/en/pages/about.js';
import { TEXTS } from '../../texts/texts.js';
import { changeFeed } from './change-feed.js';

/** What programs read about the site. */
export interface Site {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly mcpUrl: string;
  /** Where the seller can be reached; empty if that is not configured. */
  readonly contact: string;
  readonly guides: readonly PortalDocument[];
  readonly operations: readonly PortalDocument[];
  /** The guides of the other languages. */
  readonly translated: readonly PortalDocument[];
  /** Pages besides documents, as paths in English. Each exists in all languages. */
  readonly pages: readonly string[];
  readonly clock: () => Date;
}

const ASSETS = join(import.meta.dirname, '../../../assets/site');
const API_CATALOG = '/.well-known/api-catalog';
const LINES = 'text/plain; charset=utf-8';
/** Pages of other origins may read what is published for programs. */
const OPEN = { 'access-control-allow-origin': '*' };
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const SECURITY_DAYS = 180;

/** Serves what crawlers, language models and other programs look for at fixed addresses. */
export function serveSite(fastify: FastifyInstance, site: Site): void {
  const { baseUrl, clock, contact, guides } = site;
  const policy = guides.find(({ path }) => path.endsWith('/changes'))!;
  const atom = 'application/atom+xml; charset=utf-8';
  const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  const files: ServedFile[] = [
    { path: '/robots.txt', type: LINES, content: robots(site) },
    { path: '/sitemap.xml', type: 'application/xml', content: sitemap(site) },
    { path: '/llms.txt', type: LINES, content: summaryForModels(site) },
    { path: '/llms-full.txt', type: LINES, content: () => everythingForModels(site) },
    { path: '/changes.atom', type: atom, content: () => changeFeed(policy, baseUrl) },
    {
      path: API_CATALOG,
      type: linkset,
      content: JSON.stringify(apiCatalog(site)),
      // RFC 9727 requires it of HEAD.
      headers: { ...OPEN, link: `<${baseUrl}${API_CATALOG}>; rel="api-catalog"` },
    },
    {
      path: '/.well-known/ai-catalog.json',
      type: 'application/ai-catalog+json',
      content: JSON.stringify(artifactCatalog(site)),
      headers: OPEN,
    },
    // The pictures of shared links, and of the home screen of a phone.
    ...['share.png', 'icon-180.png'].map((name) => ({
      path: `/${name}`,
      type: 'image/png',
      cache: 'public, max-age=86400',
      content: readFileSync(join(ASSETS, name)),
    })),
  ];
  for (const file of files) serveFile(fastify, file);
  if (contact === '') return;
  serveFile(fastify, {
    path: '/.well-known/security.txt',
    type: LINES,
    content: () => securityContact(site, addressOf(contact), clock()),
    headers: OPEN,
  });
}

function robots({ baseUrl }: Site): string {
  return `User-agent: *\nDisallow: /buy/\nDisallow: /fr/buy/\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

function sitemap({ baseUrl, pages, guides, operations, translated }: Site): string {
  const documents = [...guides, ...operations, ...translated];
  const paths = [
    ...PAGE_LANGUAGES.flatMap((language) => pages.map((path) => pathIn(language, path))),
    ...documents.map(({ language, path }) => pathIn(language, path)),
  ];
  const entries = paths.map((path) => `<url><loc>${baseUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`;
}

/** The file that llmstxt.org describes. Its links lead to Markdown. */
function summaryForModels({ baseUrl, apiUrl, mcpUrl, guides, operations }: Site): string {
  const lines = (documents: readonly PortalDocument[]) =>
    documents.map(({ path, title, summary }) => `- [${title}](${baseUrl}${path}.md): ${summary}`).join('\n');
  const about = ABOUT_PAGES.map((name) => {
    const [title, description] = TEXTS.en.about.pages[name];
    return `- [${title}](${baseUrl}/${name}): ${description}`;
  }).join('\n');
  return `# Care Atlas

> A read-only directory of doctors and clinics in the Greater Toronto Area. Availability is best effort: phone to confirm.

- [REST interface, OpenAPI 3.1](${apiUrl}/openapi.json)
- MCP connector: ${mcpUrl}
- [All documents in one file](${baseUrl}/llms-full.txt)

## About

${about}

## Guides

${lines(guides)}

## Operations

${lines(operations)}
`;
}

function everythingForModels({ baseUrl, guides, operations }: Site): string {
  return [...guides, ...operations]
    .map(({ path, content }) => `<!-- ${baseUrl}${path} -->\n\n${content().markdown}`)
    .join('\n---\n\n');
}

/** The catalog of RFC 9727: where the interfaces are, and what describes them. */
function apiCatalog({ baseUrl, apiUrl, mcpUrl }: Site): object {
  const link = (href: string, type: string) => [{ href, type }];
  return {
    linkset: [
      {
        anchor: apiUrl,
        'service-desc': link(`${apiUrl}/openapi.json`, 'application/json'),
        'service-doc': link(`${baseUrl}/docs`, 'text/html'),
        status: link(`${apiUrl}/`, 'application/json'),
      },
      { anchor: mcpUrl, 'service-doc': link(`${baseUrl}/docs/guides/mcp`, 'text/html') },
    ],
  };
}

/** What people ask assistants that use the connector. */
const REPRESENTATIVE_QUERIES = [
  'Find a family doctor near Kipling who speaks Tamil and takes patients',
  'Which walk-in clinics are open now?',
  'How many pediatricians in Scarborough take no patients?',
];

/** The catalog that hosts of assistants look for: it leads to the connector's server card (SEP-2127). */
function artifactCatalog({ baseUrl, mcpUrl }: Site): object {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:care-atlas`,
        displayName: 'Care Atlas',
        representativeQueries: REPRESENTATIVE_QUERIES,
        type: 'application/mcp-server-card+json',
        url: `${mcpUrl}/server-card`,
      },
    ],
  };
}

function securityContact({ baseUrl }: Site, contact: string, now: Date): string {
  // A whole day, so that the file does not change with each request.
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + SECURITY_DAYS) * DAY_MS);
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${baseUrl}/.well-known/security.txt
`;
}
