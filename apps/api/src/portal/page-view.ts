import {
  chosenLanguage,
  LANGUAGE_PARAMETER,
  languageCookie,
  languageOf,
  negotiatedHeaders,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathIn } from './language-path.js';

/** A page in one of its languages. */
export interface PageView {
  readonly language: PageLanguage;
  /** The path of the page in English. */
  readonly path: string;
  /** What follows the path: empty, or from `?` on. */
  readonly query: string;
}

/** Longer queries are left out of redirects: no header grows with what a client sends. */
const MAX_QUERY = 2_000;

export function viewOf(language: PageLanguage, path: string, request?: FastifyRequest): PageView {
  const query = request?.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  return { language, path, query };
}

/** Returns the address of a view in another language: the same page with the same query. */
export function addressIn(language: PageLanguage, { path, query }: PageView): string {
  const kept = query.length > MAX_QUERY ? '' : withoutChoice(query);
  return pathIn(language, path + kept);
}

/** Returns the link that chooses another language for a view. */
export function switchLink(view: PageView): { readonly language: PageLanguage; readonly href: string } {
  const language = PAGE_LANGUAGES.find((each) => each !== view.language)!;
  const query = new URLSearchParams(view.query);
  query.set(LANGUAGE_PARAMETER, language);
  return { language, href: `${pathIn(view.language, view.path)}?${query.toString()}` };
}

/**
 * Answers a request that chooses a language: remembers it, and leads to the page in that language.
 * @returns false for a request that chooses none
 */
export function followChoice(
  request: FastifyRequest,
  reply: FastifyReply,
  view: PageView,
  baseUrl: string,
): boolean {
  const chosen = chosenLanguage(request.query);
  if (chosen === undefined) return false;
  void reply
    .headers({ 'set-cookie': languageCookie(chosen, baseUrl), 'cache-control': 'no-store' })
    .redirect(addressIn(chosen, view), 303);
  return true;
}

/** What a page needs to be served. */
interface ServedPage {
  /** All languages unless given. */
  readonly language?: PageLanguage;
  /** The path in English. */
  readonly path: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly render: (view: PageView, request: FastifyRequest) => string | Promise<string>;
}

/** Serves a page at an address for each language, and follows the switch between them. */
export function servePage(fastify: FastifyInstance, page: ServedPage): void {
  const { path, baseUrl, headers, render } = page;
  for (const language of page.language ? [page.language] : PAGE_LANGUAGES) {
    fastify.get(pathIn(language, path), async (request, reply) => {
      const view = viewOf(language, path, request);
      if (followChoice(request, reply, view, baseUrl)) return reply;
      const body = await render(view, request);
      return reply.headers({ ...headers, 'content-language': language }).send(body);
    });
  }
}

/** Serves the home page like others; the English address leads visitors to the page in their language. */
export function serveHome(fastify: FastifyInstance, page: Omit<ServedPage, 'path' | 'language'>): void {
  const path = '/';
  servePage(fastify, { ...page, path, language: 'fr' });
  fastify.get(path, async (request, reply) => {
    const view = viewOf('en', path, request);
    if (followChoice(request, reply, view, page.baseUrl)) return reply;
    const language = languageOf(request.headers);
    void reply.headers({ ...page.headers, ...negotiatedHeaders('en') });
    // Filters that fit into no header stay where they are.
    if (language !== 'en' && view.query.length <= MAX_QUERY) {
      return reply.removeHeader('content-language').redirect(addressIn(language, view), 302);
    }
    return reply.send(await page.render(view, request));
  });
}

function withoutChoice(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete(LANGUAGE_PARAMETER);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
