import type { OpenAPIObject } from '@nestjs/swagger';
import { serveFile } from '@care-atlas/server/answers';
import { type PageHandler, servePage } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { documentPage, type DocumentSite, guidesPage, referencePage, searchPage } from './document-page.js';
import { markdownPathOf, once } from './document.js';
import { documentSearch } from './document-search.js';

/** Serves the guides and the reference in a language, each as a page and as Markdown, and the search over them. */
export function serveDocuments(
  fastify: FastifyInstance,
  site: DocumentSite,
  tags: OpenAPIObject['tags'] = [],
): void {
  const { language, baseUrl } = site;
  const documents = [...site.guides, ...site.operations];
  const described = Object.fromEntries(tags.map(({ name, description = '' }) => [name, description]));
  const serve = (path: string, get: PageHandler) =>
    servePage(fastify, { path, languages: [language], baseUrl, get });
  // Rendered once: documents do not change while the service runs.
  serve(
    '/docs',
    once(() => referencePage(site, described)),
  );
  serve(
    '/docs/guides',
    once(() => guidesPage(site)),
  );
  for (const document of documents)
    serve(
      document.path,
      once(() => documentPage(site, document)),
    );
  for (const document of documents) {
    if (document.language !== language) continue;
    const type = 'text/markdown; charset=utf-8';
    const content = () => document.content().markdown;
    serveFile(fastify, { path: markdownPathOf(document), type, content, cache: 'public, max-age=300' });
  }
  const search = once(() => documentSearch(documents, language));
  serve('/docs/search', (visit) => {
    const query = new URLSearchParams(visit.query).get('q')?.trim() ?? '';
    return searchPage(visit, query, search()(query), site.script);
  });
}
