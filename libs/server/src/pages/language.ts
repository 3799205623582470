import Negotiator from 'negotiator';

/** The languages of pages, by code (BCP 47). The first one is that of visitors who ask for none of them. */
export const PAGE_LANGUAGES = ['en', 'fr'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** What a language is called by those who read it. */
export const LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = { en: 'English', fr: 'Français' };

/** The parameter of an address by which a visitor chooses a language, and the cookie that remembers it. */
export const LANGUAGE_PARAMETER = 'lang';
export const LANGUAGE_COOKIE = 'care-language';
const YEAR_SECONDS = 365 * 24 * 3_600;

interface LanguageHeaders {
  readonly cookie?: string | undefined;
  readonly 'accept-language'?: string | undefined;
}

/** Returns the language that a visitor chose earlier, else the supported one that the browser prefers, else English. */
export function languageOf(headers: LanguageHeaders): PageLanguage {
  return rememberedLanguage(headers) ?? preferredLanguage(headers);
}

/** Returns the language that a query chooses; undefined if it chooses none. */
export function chosenLanguage(query: unknown): PageLanguage | undefined {
  const { [LANGUAGE_PARAMETER]: value } = (query ?? {}) as Readonly<Record<string, unknown>>;
  return languageNamed(value);
}

/** Returns the header `Set-Cookie` that remembers a choice. It holds nothing but the language. */
export function languageCookie(language: PageLanguage, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Returns the headers of a page whose language depends on `languageOf`, and not only on its address. */
export function negotiatedHeaders(language: PageLanguage): Record<string, string> {
  return { 'content-language': language, vary: 'Accept-Language, Cookie' };
}

function rememberedLanguage({ cookie = '' }: LanguageHeaders): PageLanguage | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return languageNamed(pairs.find(([name]) => name === LANGUAGE_COOKIE)?.[1]);
}

function preferredLanguage(headers: LanguageHeaders): PageLanguage {
  const language = new Negotiator({ headers: { ...headers } }).language([...PAGE_LANGUAGES]);
  return languageNamed(language) ?? PAGE_LANGUAGES[0];
}

function languageNamed(value: unknown): PageLanguage | undefined {
  return PAGE_LANGUAGES.find((language) => language === value);
}
