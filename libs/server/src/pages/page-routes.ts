import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  chosenLanguage,
  languageCookie,
  languageOf,
  negotiatedHeaders,
  PAGE_LANGUAGES,
  type PageLanguage,
} from './language.js';
import { pathIn } from './language-path.js';
import type { Page } from './page-kind.js';
import { addressIn, type AddressVisit, MAX_QUERY, visitAt } from './page-visit.js';

/** The answer that leads to another address. */
export interface Redirect {
  readonly status: 301 | 302 | 303;
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type PageAnswer = Page | Redirect;

/** Answers a request for a page. The reply is for cookies and headers besides those of the page. */
export type PageHandler = (
  visit: AddressVisit,
  request: FastifyRequest,
  reply: FastifyReply,
) => PageAnswer | Promise<PageAnswer>;

/** A page with an address in each language, and its form. */
export interface PageRoute {
  /** In English; it may have parameters, such as `/buy/:purchase`. */
  readonly path: string;
  /** The public URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** All languages unless given. */
  readonly languages?: readonly PageLanguage[];
  /** Whether the page has the switch between the languages; true unless given. */
  readonly hasSwitch?: boolean;
  readonly get: PageHandler;
  /** Answers the form, which is sent without a query. */
  readonly post?: PageHandler;
}

/** Serves a page and its form in each language, and follows the switch between the languages. */
export function servePage(fastify: FastifyInstance, page: PageRoute): void {
  const { path, baseUrl, languages = PAGE_LANGUAGES, hasSwitch = true, get, post } = page;
  for (const language of languages) {
    const visitOf = ({ params }: FastifyRequest, query?: string) => {
      const values = params as Readonly<Record<string, string>>;
      const visited = path.replace(/:(\w+)/g, (_, name: string) => values[name]!);
      return visitAt(baseUrl, language, visited, query);
    };
    fastify.get(pathIn(language, path), async (request, reply) => {
      const visit = visitOf(request, queryOf(request));
      const choice = hasSwitch ? choiceOf(visit, request) : undefined;
      return sendPage(reply, choice ?? (await get(visit, request, reply)));
    });
    if (post === undefined) continue;
    fastify.post(pathIn(language, path), async (request, reply) =>
      sendPage(reply, await post(visitOf(request), request, reply)),
    );
  }
}

/** Returns a handler that leads visitors of an English page to the page in their language. @param headers those of the page */
export function inPreferredLanguage(get: PageHandler, headers: Page['headers']): PageHandler {
  return (visit, request, reply) => {
    if (visit.language !== 'en') return get(visit, request, reply);
    const { vary, ...named } = negotiatedHeaders('en');
    const language = languageOf(request.headers);
    // Filters that fit into no header stay where they are.
    if (language !== 'en' && visit.query.length <= MAX_QUERY) {
      return { status: 302, to: addressIn(language, visit), headers: { ...headers, vary: vary! } };
    }
    return get({ ...visit, headers: { vary: vary!, ...named } }, request, reply);
  };
}

/** Sends a page or a redirect. */
export function sendPage(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  reply.headers(answer.headers ?? {});
  return 'to' in answer
    ? reply.redirect(answer.to, answer.status)
    : reply.code(answer.status).send(answer.body);
}

/** Reads the bodies of forms below, and no others. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parser = { parseAs: 'string' } as const;
  fastify.addContentTypeParser('application/x-www-form-urlencoded', parser, (_request, body, done) =>
    done(null, body),
  );
}

/** Returns a body that was read as text; empty without one. */
export function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

/** Returns the fields of a form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(bodyOf(request));
}

/** Returns a hook that remembers the language that an address chooses, for the pages that follow. */
export function rememberLanguage(publicUrl: string) {
  return async ({ query }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const chosen = chosenLanguage(query);
    if (chosen !== undefined) void reply.header('set-cookie', languageCookie(chosen, publicUrl));
  };
}

/** Remembers a choice of the language, and leads to the page in that language. */
function choiceOf(visit: AddressVisit, request: FastifyRequest): Redirect | undefined {
  const chosen = chosenLanguage(request.query);
  if (chosen === undefined) return undefined;
  const headers = { 'set-cookie': languageCookie(chosen, visit.baseUrl), 'cache-control': 'no-store' };
  return { status: 303, to: addressIn(chosen, visit), headers };
}

function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}
