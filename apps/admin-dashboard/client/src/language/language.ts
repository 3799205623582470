/** The languages of the dashboard, each with its own name. */
export const LANGUAGES = { en: 'English', fr: 'Français' };
export type Language = keyof typeof LANGUAGES;

const STORED_AS = 'care-atlas-language';

/** The language of the page: the one that the person chose in this browser, else the first that the browser asks for. */
export const LANGUAGE: Language =
  [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';

/** The locale of numbers and times. */
export const LOCALE =
  LANGUAGE === 'fr' ? 'fr-CA' : (navigator.languages.find((tag) => languageOf(tag) === 'en') ?? 'en-CA');

document.documentElement.lang = LANGUAGE;

/** Shows the dashboard in another language, from now on in this browser. The texts are loaded with the page. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED_AS, language);
  location.reload();
}

function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : undefined;
}
