/** The languages of the dashboard, each with its own name. */
export const LANGUAGES = { en: 'English', fr: 'Français' };
export type Language = keyof typeof LANGUAGES;

/** The cookie that remembers a choice, which the pages of all services read. It holds nothing but the language. */
const COOKIE = 'care-language';
const YEAR_SECONDS = 365 * 24 * 3_600;

/** The language of the page: the one that the person chose in this browser, else the first that the browser asks for. */
export const LANGUAGE: Language = [chosen(), ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';

/** The locale of numbers, times and lists. */
export const LOCALE =
  LANGUAGE === 'fr' ? 'fr-CA' : (navigator.languages.find((tag) => languageOf(tag) === 'en') ?? 'en-CA');

document.documentElement.lang = LANGUAGE;

/** Shows the dashboard in another language, from now on in this browser. The page is loaded again with its texts. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  location.reload();
}

function chosen(): string {
  const [, value = ''] = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie) ?? [];
  return value;
}

function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : undefined;
}
