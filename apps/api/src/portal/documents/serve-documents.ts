import type { OpenAPIObject } from '@nestjs/swagger';
import { pageHeaders } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import {
  DOCUMENT_STYLE,
  documentPage,
  type DocumentSite,
  guidesPage,
  referencePage,
  searchPage,
} from './document-page.js';
import { markdownPathOf } from './document.js';
import { documentSearch } from './document-search.js';
import { type PageView, servePage } from '../page-view.js';

const HEADERS = {
  ...pageHeaders({ style: DOCUMENT_STYLE, scripts: true, forms: "'self'" }),
  'cache-control': 'public, max-age=300',
};
const MARKDOWN_HEADERS = {
  'content-type': 'text/markdown; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300',
};

/** Serves the guides and the reference in a language, each as a page and as Markdown, and the search over them. */
export function serveDocuments(
  fastify: FastifyInstance,
  site: DocumentSite,
  tags: OpenAPIObject['tags'] = [],
): void {
  const { language, baseUrl } = site;
  const documents = [...site.guides, ...site.operations];
  const described = Object.fromEntries(tags.map(({ name, description = '' }) => [name, description]));
  // Rendered once: documents do not change while the service runs.
  const pages: [path: string, page: string][] = [
    ['/docs', referencePage(site, described)],
    ['/docs/guides', guidesPage(site)],
    ...documents.map((document): [string, string] => [document.path, documentPage(site, document)]),
  ];
  const serve = (path: string, render: (view: PageView) => string) =>
    servePage(fastify, { path, language, baseUrl, headers: HEADERS, render });
  for (const [path, page] of pages) serve(path, () => page);
  for (const document of documents) {
    if (document.language !== language) continue;
    fastify.get(
      markdownPathOf(document),
      (_request, reply) => void reply.headers(MARKDOWN_HEADERS).send(document.markdown),
    );
  }
  const search = documentSearch(documents, language);
  serve('/docs/search', (view) => {
    const query = new URLSearchParams(view.query).get('q')?.trim() ?? '';
    return searchPage(site, query, search(query), view);
  });
}
