import { IN, NEAR } from '../phrases.js';
import { FILLERS, NO_FILTER } from '../fillers.js';
import type { QuestionContext, QuestionValues, UnusedReason } from '../question.js';
import type { Words } from '../words.js';
import { isKnownWord } from '../misspelled.js';

interface ClinicMatch {
  readonly to: number;
  readonly meaning: { readonly values: QuestionValues } | { readonly unused: UnusedReason };
  /** The clinics that are named. */
  readonly clinics: readonly string[];
}

/** Says that other clinics near it are meant. */
const AROUND = /near|clos|around|next|beside|pres|proche|autour|cote|loin|far/;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 11;
/** Of a house number, a street, its type and direction, and a municipality. */
const MOST_ADDRESS_WORDS = 8;
const MOST_PLACES = 6;

/** Reads the name, the street address or the telephone number of a listed clinic, with "at" or "in" before it. */
export function readClinic(words: Words, from: number, { listed }: QuestionContext): ClinicMatch | undefined {
  if (!listed?.clinics) return undefined;
  const { clinics } = listed;
  const before = (words.match(from, NEAR) ?? words.match(from, IN))?.to;
  for (const start of before === undefined || before >= words.length ? [from] : [from, before]) {
    const found =
      named(words, start, clinics) ?? phoned(words, start, clinics) ?? located(words, start, clinics);
    if (!found) continue;
    const { to, ids } = found;
    const isNear = start > from && AROUND.test(words.plain(from, start));
    if (isNear) return { to, clinics: [], meaning: { values: { near: clinics.placeOf(ids[0]!) } } };
    return { to, clinics: ids, meaning: meaningOf(ids) };
  }
  return undefined;
}

function meaningOf(ids: readonly string[]): ClinicMatch['meaning'] {
  if (ids.length === 1) return { values: { clinic: ids[0]! } };
  return { unused: { why: 'ambiguous', clinics: ids.slice(0, MOST_PLACES) } };
}

type Listed = NonNullable<NonNullable<QuestionContext['listed']>['clinics']>;

function named(words: Words, from: number, listed: Listed) {
  const found = listed.namedAt(words.spelled, from);
  if (!found) return undefined;
  const to = from + found.length;
  return isName(words, from, to) ? { to, ids: found.ids } : undefined;
}

/** Returns whether words are meant as a name: one of them means nothing else, they are written as a name, or they are alone. */
function isName(words: Words, from: number, to: number): boolean {
  const own = words.list.slice(from, to);
  if (own.some(({ raw }) => !isKnownWord(raw))) return true;
  const isWritten = own.every(({ raw, typed }) => raw.length < 4 || /^[^\p{L}]*\p{Lu}/u.test(typed));
  const others = [...words.list.slice(0, from), ...words.list.slice(to)];
  return isWritten || others.every(({ plain }) => FILLERS.has(plain) || NO_FILTER.has(plain));
}

function phoned(words: Words, from: number, listed: Listed) {
  let digits = '';
  for (let to = from; to < words.length && /^\d+$/.test(words.plain(to));) {
    digits += words.plain(to++);
    if (digits.length > MOST_DIGITS) return undefined;
    const isEnd = to >= words.length || !/^\d+$/.test(words.plain(to));
    if (digits.length < LEAST_DIGITS || !isEnd) continue;
    const ids = listed.withPhone(digits);
    return ids.length > 0 ? { to, ids } : undefined;
  }
  return undefined;
}

function located(words: Words, from: number, listed: Listed) {
  if (!/^\d{1,5}[a-d]?$/.test(words.plain(from))) return undefined;
  for (let to = Math.min(from + MOST_ADDRESS_WORDS, words.length); to > from + 1; to--) {
    const ids = listed.atAddress(words.spelled.slice(from, to).join(' '));
    if (ids.length > 0) return { to, ids };
  }
  return undefined;
}
