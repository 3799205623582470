import { LANGUAGE } from './language.js';

/** The names are loaded with the first page that shows them. */
const french =
  LANGUAGE === 'fr' ? (await import('@care-atlas/domain/vocabulary/display-name')).displayName : undefined;

/** Returns how a specialty or a language is called in the language of the page. @param name its normalized name */
export function nameOf(kind: 'specialty' | 'language', name: string): string {
  return french ? french(kind, name, 'fr') : name;
}

/** Names a value of a filter: that of a specialty or a language has a name in the language of the page. */
export function namedBy(param: string, value: string): string {
  if (/^specialt/i.test(param)) return nameOf('specialty', value);
  return /^language/i.test(param) ? nameOf('language', value) : value;
}
