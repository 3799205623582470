import { Html } from './html.js';
import type { PageLanguage } from './language.js';

/** Returns the address of a page in a language. English pages are at the root, French ones below `/fr`. */
export function pathIn(language: PageLanguage, path: string): string {
  if (language === 'en') return path;
  return `/${language}${/^\/(?=$|[?#])/.test(path) ? path.slice(1) : path}`;
}

/** Returns the attribute of English content on a page of a language. */
export function englishIn(language: PageLanguage): Html | false {
  return language !== 'en' && new Html('lang="en"');
}
