import { editDistance } from './edit-distance.js';
import { soundsLike } from './sound.js';
import { fold } from './text.js';

/** How a term matches a word of a name, best first. */
export const MATCH_KINDS = ['exact', 'prefix', 'contains', 'spelling', 'sound'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** The rank of a match is its index in `MATCH_KINDS`; this one is no match. */
export const NO_MATCH = MATCH_KINDS.length;
export const RANK = { exact: 0, prefix: 1, contains: 2, spelling: 3, sound: 4 } as const satisfies Record<
  MatchKind,
  number
>;

/** How a search compares names: as whole words, or also those that are spelled or sound alike. */
export const NAME_COMPARISONS = ['words', 'forgiving'] as const;
export type NameComparison = (typeof NAME_COMPARISONS)[number];

const TITLES = new Set(['dr', 'dre', 'doctor', 'docteur', 'docteure', 'md']);
const APOSTROPHES = /['’ʼʻ`´]/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** A term of digits is a number, and a misspelled number is another one. */
const HAS_DIGIT = /\p{N}/u;

/** A search for names. */
export interface NameQuery {
  /** Folded words; a name must match all of them. */
  readonly terms: readonly string[];
  /** Whether the text consists of titles only, which match every name. */
  readonly onlyTitles: boolean;
}

/** Reads a text such as `Dr. O'Reilly-Smith`: titles are left out, apostrophes removed, and hyphens separate terms. */
export function nameQuery(text: string): NameQuery {
  const parts = tokensOf(text);
  const untitled = parts.filter((token) => !isTitle(token));
  return { terms: untitled.flat(), onlyTitles: parts.length > 0 && untitled.length === 0 };
}

/** Returns the folded words of a name, without titles: those of `Jean-Luc` are `jean`, `luc` and `jeanluc`. */
export function wordsOfName(name: string): readonly string[] {
  const untitled = tokensOf(name).filter((token) => !isTitle(token));
  return [...new Set(untitled.flatMap((parts) => (parts.length > 1 ? [...parts, parts.join('')] : parts)))];
}

/**
 * Returns the rank of a name's match: that of the term that matches worst, each with the word that it matches best.
 * Defines the meaning of `match=forgiving`; the index is faster.
 */
export function nameRank({ terms, onlyTitles }: NameQuery, name: string): number {
  if (onlyTitles) return RANK.exact;
  if (terms.length === 0) return NO_MATCH;
  const words = wordsOfName(name);
  return Math.max(...terms.map((term) => Math.min(NO_MATCH, ...words.map((word) => wordRank(term, word)))));
}

/** Returns the worst rank of a match. Of whole words, a single letter is the initial of one. */
export function worstRank(comparison: NameComparison, { terms }: NameQuery): number {
  if (comparison === 'forgiving') return RANK.sound;
  return terms.some(({ length }) => length === 1) ? RANK.prefix : RANK.exact;
}

/** Returns the rank of the match of a folded term with a folded word. */
export function wordRank(term: string, word: string): number {
  if (word === term) return RANK.exact;
  if (word.startsWith(term)) return RANK.prefix;
  if (word.includes(term)) return RANK.contains;
  const most = editsAllowed(term);
  if (most > 0 && editDistance(term, word, most) <= most) return RANK.spelling;
  return soundsLike(term, word) ? RANK.sound : NO_MATCH;
}

/** Returns the number of misspellings that a term may have: 1 from 4 letters, 2 from 8. */
export function editsAllowed(term: string): number {
  if (term.length < 4 || HAS_DIGIT.test(term)) return 0;
  return term.length < 8 ? 1 : 2;
}

/** Returns the words between spaces, each as the parts that other punctuation separates. */
function tokensOf(text: string): (readonly string[])[] {
  return fold(text)
    .split(' ')
    .map((token) => token.replace(APOSTROPHES, '').split(SEPARATORS).filter(Boolean))
    .filter((parts) => parts.length > 0);
}

function isTitle(parts: readonly string[]): boolean {
  return TITLES.has(parts.join(''));
}
