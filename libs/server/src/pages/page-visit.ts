import type { IncomingHttpHeaders } from 'node:http';
import {
  chosenLanguage,
  LANGUAGE_PARAMETER,
  languageOf,
  negotiatedHeaders,
  PAGE_LANGUAGES,
  type PageLanguage,
} from './language.js';
import { pathIn } from './language-path.js';
import type { PageDocument } from './page-document.js';

/** The language in which a person sees a page, the link to the other one, and the headers that name it. */
export interface PageVisit extends Required<Pick<PageDocument, 'language' | 'languageSwitch'>> {
  readonly headers: Readonly<Record<string, string>>;
}

/** A visit of a page that has an address in each language. */
export interface AddressVisit extends PageVisit {
  /** The public URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** The path of the page in English. */
  readonly path: string;
  /** The query, with its question mark; empty without one. */
  readonly query: string;
}

/** Longer queries are left out of redirects: no header grows with what a client sends. */
export const MAX_QUERY = 2_000;

/** Returns the visit of a page whose address has the language. @param path the path in English */
export function visitAt(baseUrl: string, language: PageLanguage, path: string, query = ''): AddressVisit {
  const languageSwitch = switchFrom(language, query, pathIn(language, path));
  return { baseUrl, language, path, query, languageSwitch, headers: { 'content-language': language } };
}

/** Returns the language that an address is in. */
export function languageAt(path: string): PageLanguage {
  return PAGE_LANGUAGES.find((each) => new RegExp(`^/${each}(?=[/?]|$)`).test(path)) ?? 'en';
}

/** Returns the visit of a page with one address: its language is chosen by the query, remembered or preferred. */
export function negotiatedVisit(url = '', headers: IncomingHttpHeaders = {}): PageVisit {
  const query = url.split('?')[1] ?? '';
  const language = chosenLanguage(Object.fromEntries(new URLSearchParams(query))) ?? languageOf(headers);
  return { language, languageSwitch: switchFrom(language, query), headers: negotiatedHeaders(language) };
}

/** Returns the address of a visit in another language: the same page with the same query. */
export function addressIn(language: PageLanguage, { path, query }: AddressVisit): string {
  const parameters = new URLSearchParams(query.length > MAX_QUERY ? '' : query);
  parameters.delete(LANGUAGE_PARAMETER);
  return pathIn(language, parameters.size === 0 ? path : `${path}?${parameters.toString()}`);
}

/** Returns the link that chooses the other language. */
function switchFrom(from: PageLanguage, query: string, path = ''): PageVisit['languageSwitch'] {
  const language = PAGE_LANGUAGES.find((each) => each !== from)!;
  const parameters = new URLSearchParams(query);
  parameters.set(LANGUAGE_PARAMETER, language);
  return { language, href: `${path}?${parameters.toString()}` };
}
