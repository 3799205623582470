import type { IncomingHttpHeaders } from 'node:http';
import {
  chosenLanguage,
  LANGUAGE_PARAMETER,
  languageCookie,
  languageOf,
  negotiatedHeaders,
  PAGE_LANGUAGES,
  type PageDocument,
  type PageLanguage,
} from '@care-atlas/server/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How a person sees a page. */
export interface PageVisit extends Required<Pick<PageDocument, 'language' | 'languageSwitch'>> {
  /** Those of a page that is negotiated. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the language of a request for a page: chosen by its address, remembered or preferred. */
export function visitOf(url = '', headers: IncomingHttpHeaders = {}): PageVisit {
  const query = new URLSearchParams(url.split('?')[1]);
  const language = chosenLanguage(Object.fromEntries(query)) ?? languageOf(headers);
  const other: PageLanguage = PAGE_LANGUAGES.find((each) => each !== language)!;
  query.set(LANGUAGE_PARAMETER, other);
  return {
    language,
    languageSwitch: { language: other, href: `?${query.toString()}` },
    headers: negotiatedHeaders(language),
  };
}

/** Returns a hook that remembers the language that an address chooses, for the pages that follow. */
export function rememberLanguage(publicUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const chosen = chosenLanguage(request.query);
    if (chosen !== undefined) void reply.header('set-cookie', languageCookie(chosen, publicUrl));
  };
}
