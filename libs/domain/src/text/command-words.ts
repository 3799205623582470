import { english } from '../messages/index.js';
import { isStorable } from './storable-text.js';

/** What Node reads in place of bytes that are no UTF-8. */
const REPLACEMENT = '\ufffd';

/** Returns what keeps the words of a command line from being stored, by the option that they belong to; undefined if nothing does. */
export function faultInWords(words: readonly string[]): string | undefined {
  for (const [at, word] of words.entries()) {
    if (!isStorable(word)) return english({ code: 'unstorable_text', params: { name: nameOf(words, at) } });
    if (word.includes(REPLACEMENT)) {
      return `${nameOf(words, at)} is not UTF-8: type it in a terminal whose encoding is UTF-8.`;
    }
  }
  return undefined;
}

function nameOf(words: readonly string[], at: number): string {
  const [, ofWord] = /^(--[\w-]+)=/.exec(words[at]!) ?? [];
  const [ofPrevious] = /^--[\w-]+$/.exec(words[at - 1] ?? '') ?? [];
  return ofWord ?? ofPrevious ?? `Argument ${at + 1}`;
}
