import { crossingsOfStreet, isFrenchStreet, isStreetName, SURROUNDINGS } from '../../places/crossings.js';
import {
  isHospital,
  type Place,
  placeKey,
  placeOfId,
  PLACES_BY_KEY,
  placesOfKey,
} from '../../places/gazetteer.js';
import type { PlaceKind } from '../../places/place-row.js';
import { crossingName } from '../../places/resolve-place.js';
import { placeOutside } from '../../places/places-outside.js';
import {
  LANGUAGE_ROWS,
  PROFESSION_ROWS,
  REASON_ROWS,
  SPECIALTY_ROWS,
} from '../../vocabulary/generated/names.js';
import type { NameRow } from '../../vocabulary/name-row.js';
import { plainWords } from '../../text/text.js';
import { FILLERS } from '../fillers.js';
import { DOWNTOWN, IN, NEAR, ON_STREET, STREET } from '../phrases.js';
import type { QuestionContext, QuestionValues, UnusedReason } from '../question.js';
import type { Words } from '../words.js';

/** What words name: values of parameters, or why they are none. */
export type Meaning = { readonly values: QuestionValues } | { readonly unused: UnusedReason };
interface NameMatch {
  readonly to: number;
  readonly meaning: Meaning;
  /** The place that is named. */
  readonly place?: Place;
}

/** Says that something is in a place, rather than near it. */
const AT = /^(?:at|in|inside|within|a|au|dans)\b/;
const MOST_WORDS = 8;
const MOST_TOWN_WORDS = 5;
/** Of a street, with its type and direction. */
const MOST_STREET_WORDS = 4;
const TOWNS: ReadonlySet<PlaceKind> = new Set(['municipality', 'district', 'town']);
const PLURAL = /(?<=\w[^s\W])s\b/gu;
const POINT = /^[-+]?\d+(?:\.\d+)?,[-+]?\d+(?:\.\d+)?$/;
const POSTAL_CODE = /^[a-z]\d[a-z](?: ?\d[a-z]\d)?$/;
/** Shorter names are words of other kinds, too: a place is meant only after "near" or "in". */
const LEAST_LETTERS = 4;

/** Words that every clinic has, although the vocabulary lists them as no specialty. */
const GENERAL: ReadonlySet<string> = new Set(
  ['medicine', 'medical', 'health', 'healthcare', 'health care', 'hospital', 'community', 'injection'].map(
    keyOf,
  ),
);

/** Wider fields that may help where no doctor of a narrow one is listed. */
const WIDER_FIELDS: readonly (readonly [narrow: RegExp, wider: string])[] = [
  [/^Pediatric /, 'Pediatrics'],
  [/^(?:Addiction|Sleep|Sport and Exercise) Medicine$/, 'Family Medicine'],
];

const NAMES = new Map<string, Meaning>();
// Where a name is one of several kinds, the later row wins.
for (const [reason, specialties] of REASON_ROWS)
  NAMES.set(keyOf(reason), { unused: { why: 'visit', specialties } });
addNames('languages', LANGUAGE_ROWS);
addNames('specialties', SPECIALTY_ROWS);
for (const [register, specialty, names] of PROFESSION_ROWS) {
  const specialties = specialty === '' ? [] : [specialty];
  for (const name of names) NAMES.set(keyOf(name), { unused: { why: 'profession', register, specialties } });
}
/** Every word of a name of a specialty, language, profession or reason. */
export const NAME_WORDS: ReadonlySet<string> = new Set([...NAMES.keys()].flatMap((key) => key.split(' ')));

function addNames(param: 'languages' | 'specialties', rows: readonly NameRow[]): void {
  // Codes such as "in", "is" and "no" are words of questions, and "Karen" is mostly the name of a doctor.
  const spoken = rows.filter(([, , kind]) => kind !== 'iso-code' && kind !== 'register');
  const spellings = [
    ...spoken.map(([name, text]) => [text, name] as const),
    ...spoken.map(([name]) => [name, name] as const),
  ];
  const byKey = Map.groupBy(spellings, ([text]) => keyOf(text));
  for (const [key, same] of byKey) {
    const names = new Set(same.map(([, name]) => name));
    if (key === '' || (names.has('') && GENERAL.has(key))) continue;
    // Names of small languages are words of sentences: "Even", "Ho", "Mòoré".
    if (names.has('') && FILLERS.has(key)) continue;
    if (names.has('')) NAMES.set(key, { unused: { why: 'not-listed' } });
    // A name that stands for several is read by the list itself.
    else NAMES.set(key, { values: { [param]: names.size === 1 ? [...names][0]! : same[0]![0] } });
  }
}

function keyOf(text: string): string {
  return plainWords(text).replaceAll(PLURAL, '');
}

/** Returns the longest language, specialty, profession or reason for a visit that begins with a word. */
export function readName(words: Words, from: number, { listed }: QuestionContext): NameMatch | undefined {
  for (let to = Math.min(from + MOST_WORDS, words.length); to > from; to--) {
    const key = words.plain(from, to).replaceAll(PLURAL, '');
    const meaning = NAMES.get(key);
    // "I'm" is not the abbreviation IM, and the French "dos" no "do".
    const isFiller =
      to === from + 1 && FILLERS.has(words.plain(from)) && !/^\p{Lu}+$/u.test(words.typed(from, to));
    if (!meaning || isFiller) continue;
    const { specialties, languages } = 'values' in meaning ? meaning.values : {};
    const isListed =
      (specialties === undefined || listed?.hasSpecialty(specialties) !== false) &&
      (languages === undefined || listed?.hasLanguage(languages) !== false);
    return { to, meaning: isListed ? meaning : { unused: notListed(specialties) } };
  }
  return undefined;
}

function notListed(specialty = ''): UnusedReason {
  const [, wider] = WIDER_FIELDS.find(([narrow]) => narrow.test(specialty)) ?? [];
  return { why: 'not-listed', ...(wider !== undefined && { instead: { specialties: wider } }) };
}

/** Returns the longest place that begins with a word, with "near" or "in" before it. */
export function readPlace(words: Words, from: number): NameMatch | undefined {
  const onStreet = readStreet(words, words.match(from, ON_STREET)?.to);
  if (onStreet) return onStreet;
  const near = words.match(from, NEAR);
  const within = near ? undefined : words.match(from, IN);
  const start = (near ?? within)?.to ?? from;
  const isBare = start === from;
  const named = readNamedPlace(words, start, isBare, near !== undefined);
  // Who practices at a hospital is not who is near it: a listed one is a clinic, which is read before.
  if (named?.place && isHospital(named.place) && AT.test(words.plain(from, start)))
    return { to: named.to, meaning: { unused: { why: 'not-listed', instead: { near: named.place.name } } } };
  return (
    named ??
    // "Downtown" alone is a place of Toronto.
    readNamedPlace(words, words.match(start, DOWNTOWN)?.to ?? words.length, isBare, near !== undefined)
  );
}

function readNamedPlace(
  words: Words,
  start: number,
  isBare: boolean,
  isNear: boolean,
  isAfterDowntown = false,
): NameMatch | undefined {
  // Looks one word for "downtown" ahead only: each more would double the time of a question that repeats it.
  const outer = isAfterDowntown ? undefined : words.match(start, DOWNTOWN)?.to;
  for (let to = Math.min(start + MOST_WORDS, words.length); to > start; to--) {
    const name = words.plain(start, to);
    if (POINT.test(words.typed(start, to)))
      return { to, meaning: { values: { near: words.typed(start, to) } } };
    if (POSTAL_CODE.test(name))
      return {
        to: townEnd(words, to),
        meaning: postalCode(words.typed(start, to).toUpperCase(), name, isNear || isBare),
      };
    const direct = placesOfKey(placeKey(name));
    // "TMU" alone is a campus, in capitals.
    const isAbbreviation = direct?.some(isCampus) && /^\p{Lu}{3}$/u.test(words.typed(start, to));
    if (isBare && !isAbbreviation && (name.length < LEAST_LETTERS || !/\p{L}/u.test(name))) continue;
    const places = direct ?? reversedCrossing(name);
    if (!places) {
      const outside = placeOutside(placeKey(name));
      const street =
        !outside && isStreetName(name) && to < words.length ? words.match(to, STREET)?.to : undefined;
      if (street !== undefined) return streetMatch(words, start, street);
      // "Near Yonge" names a street that is nothing else.
      const isStreet = isNear && to === start + 1 && crossingsOfStreet(name).length > 0;
      if (!outside && (isStreet || isFrenchStreet(name))) return streetMatch(words, start, to);
      if (!outside) continue;
      const { nearest, ...rest } = outside;
      return {
        to,
        meaning: { unused: { why: 'outside', ...rest, ...(nearest && { nearest: nearest.name }) } },
      };
    }
    // Not the center of Toronto, but that of the place that follows.
    if (outer !== undefined && outer >= to && isElsewhere(readNamedPlace(words, outer, false, isNear, true)))
      continue;
    const street = to < words.length ? words.match(to, STREET)?.to : undefined;
    if (street !== undefined) return streetMatch(words, start, street);
    const inner = innerPlace(words, to, places);
    // "Main Street, Brampton" is no station in Toronto.
    const town = inner || !isStreetName(name) ? undefined : municipalityAfter(words, to)?.town;
    if (town && places[0]!.kind === 'subway-station' && !liesIn(places[0], town))
      return streetMatch(words, start, to);
    // An id is without the comma that separates the values of a list.
    const place = inner?.place ?? places[0]!;
    const text = direct && !inner ? words.typed(start, to) : place.id;
    const values = placeValues(text, place, isNear);
    const end = inner?.to ?? to;
    const hasCampus = end < words.length && words.plain(end) === 'campus' && isCampus(place);
    return { to: hasCampus ? end + 1 : end, meaning: { values }, place };
  }
  return undefined;
}

function isCampus({ name }: Place): boolean {
  return /\b(?:university|college|polytechnic)\b/i.test(name);
}

/** Returns where the municipality and the province after a postal code end. */
function townEnd(words: Words, from: number): number {
  for (let to = Math.min(from + MOST_TOWN_WORDS, words.length); to > from; to--) {
    const key = placeKey(words.plain(from, to)).replace(/(?: (?:on|ont|ontario|canada))+$/, '');
    const isTown = PLACES_BY_KEY.get(key)?.some(({ kind }) => TOWNS.has(kind)) === true;
    if (isTown || SURROUNDINGS.has(key)) return to;
  }
  return from;
}

/** Reads a street after "on", whose name may be that of a station or place as well. */
function readStreet(words: Words, start: number | undefined): NameMatch | undefined {
  if (start === undefined) return undefined;
  for (let to = Math.min(start + MOST_STREET_WORDS, words.length); to > start; to--)
    if (crossingsOfStreet(words.plain(start, to)).length > 0) return streetMatch(words, start, to);
  return undefined;
}

/** Returns a street with the municipality after it, whose crossings are meant. */
function streetMatch(words: Words, start: number, end: number): NameMatch {
  const street = words.plain(start, end);
  const after = municipalityAfter(words, end);
  const inTown = after && streetAlone(street, after.town);
  if (after && inTown?.places) return { to: after.to, meaning: { unused: inTown } };
  return { to: end, meaning: { unused: streetAlone(street) } };
}

/** Returns the municipality that follows, with or without "in", and where its name ends. */
function municipalityAfter(words: Words, from: number) {
  const start = (from < words.length ? words.match(from, IN)?.to : undefined) ?? from;
  for (let to = Math.min(start + MOST_TOWN_WORDS, words.length); to > start; to--) {
    const named = PLACES_BY_KEY.get(placeKey(words.plain(start, to)));
    const town = named?.find(({ kind }) => kind === 'municipality');
    if (town) return { to, town };
  }
  return undefined;
}

/** Returns why a street is no place: it needs a crossing. @param town where it is */
export function streetAlone(street: string, town?: Place): UnusedReason & { readonly why: 'street' } {
  const places = crossingsOfStreet(street, town).map(crossingName);
  return { why: 'street', ...(places.length > 0 && { places }) };
}

function postalCode(text: string, key: string, isNear: boolean): Meaning {
  const [area = ''] = key.split(' ');
  const fsa = area.slice(0, 3);
  // "In L1S" is an area; a whole code is a point of it.
  const place = placeOfId(fsa);
  if (place) return { values: placeValues(text, place, isNear || fsa !== key) };
  const outside = placeOutside(fsa);
  if (!outside) return { unused: { why: 'unknown' } };
  const { nearest, ...rest } = outside;
  return { unused: { why: 'outside', ...rest, ...(nearest && { nearest: nearest.name }) } };
}

/** Returns the place of two streets that people name in the other order. */
function reversedCrossing(name: string): readonly Place[] | undefined {
  const [first, second, ...others] = name.split(' and ');
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  return placesOfKey(placeKey(`${second} and ${first}`));
}

function isElsewhere(found: NameMatch | undefined): boolean {
  return (
    found?.place !== undefined && found.place.kind !== 'region' && rootOf(found.place).name !== 'Toronto'
  );
}

/** Returns the municipality of a place, or the place itself if it lies in none. */
export function rootOf(place: Place): Place {
  return place.within === undefined || place.within.kind === 'region' ? place : rootOf(place.within);
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
