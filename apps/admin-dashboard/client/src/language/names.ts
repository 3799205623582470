import { nameOf } from './texts.js';

/** Names a value of a filter: that of a specialty or a language has a name in the language of the page. */
export function namedBy(param: string, value: string): string {
  if (/^specialt/i.test(param)) return nameOf('specialty', value);
  return /^language/i.test(param) ? nameOf('language', value) : value;
}
