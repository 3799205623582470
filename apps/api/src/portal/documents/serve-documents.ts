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
import { documentSearch } from './document-search.js';

const HEADERS = {
  ...pageHeaders({ style: DOCUMENT_STYLE, scripts: true, forms: "'self'" }),
  'cache-control': 'public, max-age=300',
};
const MARKDOWN_HEADERS = {
  'content-type': 'text/markdown; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300',
};

/** Serves the guides and the reference, each as a page and as Markdown, and the search over them. */
export function serveDocuments(
  fastify: FastifyInstance,
  site: DocumentSite,
  tags: OpenAPIObject['tags'] = [],
): void {
  const documents = [...site.guides, ...site.operations];
  const described = Object.fromEntries(tags.map(({ name, description = '' }) => [name, description]));
  // Rendered once: documents do not change while the service runs.
  const pages: [path: string, page: string][] = [
    ['/docs', referencePage(site, described)],
    ['/docs/guides', guidesPage(site)],
    ...documents.map((document): [string, string] => [document.path, documentPage(site, document)]),
  ];
  for (const [path, page] of pages) {
    fastify.get(path, (_request, reply) => void reply.headers(HEADERS).send(page));
  }
  for (const { path, markdown } of documents) {
    fastify.get(`${path}.md`, (_request, reply) => void reply.headers(MARKDOWN_HEADERS).send(markdown));
  }
  const search = documentSearch(documents);
  fastify.get('/docs/search', (request, reply) => {
    const { q } = request.query as { q?: string | string[] };
    const query = [q ?? ''].flat()[0]!.trim();
    void reply.headers(HEADERS).send(searchPage(site, query, search(query)));
  });
}
