import { type Place, placeKey, placeOfId, PLACES_BY_KEY, placesOfKey } from '../places/gazetteer.js';
import { LANGUAGE_ROWS, REASON_ROWS, SPECIALTY_ROWS } from '../vocabulary/generated/names.js';
import type { NameRow } from '../vocabulary/name-row.js';
import { plainWords } from '../text/text.js';
import { IN, NEAR } from './phrases.js';
import type { QuestionValues, UnusedReason } from './question.js';
import type { Words } from './words.js';

/** What words name: values of parameters, or why they are none. */
export type Meaning = { readonly values: QuestionValues } | { readonly unused: UnusedReason };
interface NameMatch {
  readonly to: number;
  readonly meaning: Meaning;
}

const MOST_WORDS = 8;
const PLURAL = /(?<=[^s\W]{2})s\b/gu;
const POINT = /^[-+]?\d+(?:\.\d+)?,[-+]?\d+(?:\.\d+)?$/;
const POSTAL_CODE = /^[a-z]\d[a-z](?: ?\d[a-z]\d)?$/;
/** Shorter names are words of other kinds, too: a place is meant only after "near" or "in". */
const LEAST_LETTERS = 4;

const NAMES = new Map<string, Meaning>();
// Where a name is one of several kinds, the later row wins.
for (const [reason, specialties] of REASON_ROWS)
  NAMES.set(keyOf(reason), { unused: { why: 'visit', specialties } });
addNames('languages', LANGUAGE_ROWS);
addNames('specialties', SPECIALTY_ROWS);

function addNames(param: 'languages' | 'specialties', rows: readonly NameRow[]): void {
  // Codes such as "in", "is" and "no" are words of questions.
  const spoken = rows.filter(([, , kind]) => kind !== 'iso-code');
  const spellings = [
    ...spoken.map(([name, text]) => [text, name] as const),
    ...spoken.map(([name]) => [name, name] as const),
  ];
  const byKey = Map.groupBy(spellings, ([text]) => keyOf(text));
  for (const [key, same] of byKey) {
    const names = new Set(same.map(([, name]) => name));
    if (key === '') continue;
    if (names.has('')) NAMES.set(key, { unused: { why: 'not-listed' } });
    // A name that stands for several is read by the list itself.
    else NAMES.set(key, { values: { [param]: names.size === 1 ? [...names][0]! : same[0]![0] } });
  }
}

function keyOf(text: string): string {
  return plainWords(text).replaceAll(PLURAL, '');
}

/** Returns the longest language, specialty or reason for a visit that begins with a word. */
export function readName(words: Words, from: number): NameMatch | undefined {
  for (let to = Math.min(from + MOST_WORDS, words.length); to > from; to--) {
    const key = words.plain(from, to).replaceAll(PLURAL, '');
    const meaning = NAMES.get(key);
    if (meaning) return { to, meaning };
  }
  return undefined;
}

/** Returns the longest place that begins with a word, with "near" or "in" before it. */
export function readPlace(words: Words, from: number): NameMatch | undefined {
  const near = words.match(from, NEAR);
  const within = near ? undefined : words.match(from, IN);
  const start = (near ?? within)?.to ?? from;
  for (let to = Math.min(start + MOST_WORDS, words.length); to > start; to--) {
    const name = words.plain(start, to);
    if (POINT.test(words.typed(start, to)))
      return { to, meaning: { values: { near: words.typed(start, to) } } };
    if (POSTAL_CODE.test(name))
      return { to, meaning: { values: { near: words.typed(start, to).toUpperCase() } } };
    const places = placesOfKey(placeKey(name));
    if (!places || (start === from && (name.length < LEAST_LETTERS || !/\p{L}/u.test(name)))) continue;
    const inner = innerPlace(words, to, places);
    // An id is without the comma that separates the values of a list.
    const text = inner ? inner.place.id : words.typed(start, to);
    const values = placeValues(text, inner?.place ?? places[0]!, near !== undefined);
    return { to: inner?.to ?? to, meaning: { values } };
  }
  return undefined;
}

/** Returns the one of several places that lies in the place that follows: "Fairview, North York". */
function innerPlace(
  words: Words,
  from: number,
  places: readonly Place[],
): { readonly place: Place; readonly to: number } | undefined {
  for (let to = Math.min(from + MOST_WORDS, words.length); to > from; to--) {
    const outer = PLACES_BY_KEY.get(placeKey(words.plain(from, to))) ?? [];
    const place = places.find((each) => outer.some((other) => liesIn(each, other)));
    if (place) return { place, to };
  }
  return undefined;
}

function liesIn(place: Place | undefined, other: Place | undefined): boolean {
  const within = place?.within;
  return within !== undefined && (within === other || liesIn(within, other));
}

/** Returns the areas of a list without those that contain another one of it: "Downtown Toronto" is not all of Toronto. */
export function innermostAreas(areas: readonly string[]): readonly string[] {
  const placeOf = new Map(
    areas.map((area) => [area, PLACES_BY_KEY.get(placeKey(area))?.[0] ?? placeOfId(area)]),
  );
  return areas.filter((area) => !areas.some((other) => liesIn(placeOf.get(other), placeOf.get(area))));
}

/** Returns the filter of a place: an area if results shall lie in it and it has postal areas. */
export function placeValues(text: string, place: Place, isNear: boolean): QuestionValues {
  return isNear || place.postalAreas.length === 0 ? { near: text } : { area: text };
}
