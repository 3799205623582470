import type { Message } from '../messages/index.js';
import { distanceMetres, type Position } from '../rules/geo.js';
import { editDistance } from '../text/edit-distance.js';
import { mostEdits } from '../text/nearest-word.js';
import { crossingsOfStreet, readCrossing, SURROUNDINGS } from './crossings.js';
import { findPlaces } from './find-places.js';
import {
  type Place,
  PLACE_KEYS,
  placeKey,
  placeOfId,
  PLACES,
  PLACES_BY_KEY,
  placesOfKey,
} from './gazetteer.js';
import { type OutsidePlace, placeOutside } from './places-outside.js';

/** What a text names. */
export type NamedReading =
  | {
      readonly by: 'place';
      readonly place: Place;
      /** Other places of the same name. */
      readonly others: readonly Place[];
    }
  | {
      readonly by: 'unknown';
      /** Names of known places; none for a place outside. */
      readonly nearest: readonly string[];
      /** What is known of a city or postal area outside the area. */
      readonly outside?: OutsidePlace;
      /** A street that needs a crossing, one of several crossings, or streets that do not cross. */
      readonly street?: 'alone' | 'several' | 'apart';
    };
/** What a text names or where it points to. */
export type PlaceReading =
  | NamedReading
  | { readonly by: 'point'; readonly position: Position; readonly warning: Message | undefined };

const POINT = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/;
const POSTAL_CODE = /^\s*([a-z]\d[a-z])(?:[ -]?\d[a-z]\d)?\s*$/i;
/** A whole postal code within an address. */
const POSTAL_CODE_INSIDE = /(?<![a-z\d])([a-z]\d[a-z])[ -]?\d[a-z]\d(?![a-z\d])/i;
/** What follows the name of a place without a comma: "Brampton Ontario". */
const PROVINCE = / (?:on|ont|ontario|canada|on canada|ontario canada)$/;
const HOUSE_NUMBER = /^\s*\d/;
/** A place, and what it lies in: `Fairview, North York, Toronto, Ontario, Canada`. */
const MOST_PARTS = 5;
const MOST_NEAREST = 3;
const MOST_TOWN_WORDS = 3;
const JOINT = /&|\/|@|\b(?:and|at|et)\b/i;
const TORONTO = placeOfId('toronto');
/** What people write before a place, all of it: to read the text again after each word would take the square of its length. */
const BEFORE = /^\s*(?:(?:near(?: to)?|close to|around|next to|by|at|pr[eè]s d[eu]|autour d[eu]) )+(?=\S)/i;
const MOST_EDITS = 3;
const FAR_METRES = 100_000;

/** Reads the text of `near`: a place by name or id, a postal code or its first three characters, or `lat,lng`. */
export function resolvePlace(text: string): PlaceReading {
  const [, lat, lng] = POINT.exec(text) ?? [];
  if (lat === undefined || lng === undefined) {
    const reading = namedPlace(text, () => true);
    return reading.by === 'unknown' && BEFORE.test(text) ? resolvePlace(text.replace(BEFORE, '')) : reading;
  }
  const position = { lat: Number(lat), lng: Number(lng) };
  if (Math.abs(position.lat) > 90 || Math.abs(position.lng) > 180) return { by: 'unknown', nearest: [] };
  return { by: 'point', position, warning: farAwayWarning(position) };
}

/** Reads a value of `area`: a place with postal areas, by name or id, or a postal code. A station has none. */
export function areasOf(text: string): NamedReading {
  return namedPlace(text, ({ postalAreas }) => postalAreas.length > 0);
}

/** Returns the places with postal areas that a text names: none for other texts, without looking for names that are alike. */
export function areasNamed(text: string): readonly Place[] {
  return placesNamed(text).filter(({ postalAreas }) => postalAreas.length > 0);
}

/** Returns the warning about a point more than 100 km outside the area; undefined if it is nearer. */
export function farAwayWarning(position: Position): Message | undefined {
  if (PLACES.some((place) => distanceMetres(position, place) <= FAR_METRES)) return undefined;
  const { lat, lng } = position;
  return { code: 'point_far_away', params: { lat, lng } };
}

function namedPlace(text: string, accepts: (place: Place) => boolean): NamedReading {
  const area = (POSTAL_CODE.exec(text) ?? POSTAL_CODE_INSIDE.exec(text))?.[1];
  const byId = placeOfId(area ?? text.trim());
  const named = area === undefined ? placesNamed(text) : [];
  const isOtherName = named[0] && !byId && !isNamedCrossing(named[0]) && JOINT.test(text);
  const crossing = isOtherName ? readStreets(text, accepts) : undefined;
  if (crossing?.by === 'place') return crossing;
  const [place, ...others] = new Set([...(byId ? [byId] : []), ...named].filter(accepts));
  if (place) return { by: 'place', place, others };
  const outside = placeOutside(area?.toLowerCase() ?? placeKey(text.split(',', 1)[0]!));
  if (outside) return { by: 'unknown', nearest: [], outside };
  if (area !== undefined) return { by: 'unknown', nearest: [] };
  return readStreets(text, accepts) ?? { by: 'unknown', nearest: nearestNames(text, accepts) };
}

/** Reads one or two streets; undefined for a text without. */
function readStreets(text: string, accepts: (place: Place) => boolean): NamedReading | undefined {
  if (HOUSE_NUMBER.test(text) && !/^\s*\d+th\b/i.test(text)) return undefined;
  const { places } = readCrossing(text) ?? { places: undefined };
  const [place, ...others] = places?.filter(accepts) ?? [];
  if (place && isMeant([place, ...others])) return { by: 'place', place, others };
  if (place) return { by: 'unknown', nearest: [place, ...others].map(crossingName), street: 'several' };
  if (places) return { by: 'unknown', nearest: [], street: 'apart' };
  const ofStreet = crossingsOfStreet(text).filter(accepts);
  return ofStreet.length === 0
    ? undefined
    : { by: 'unknown', nearest: ofStreet.map(crossingName), street: 'alone' };
}

/** Returns whether a place is a crossing by its own name, such as "Jane and Finch", or no neighbourhood. */
export function isNamedCrossing({ name, kind }: Place): boolean {
  return kind !== 'neighbourhood' || / and |-/.test(name);
}

/** Returns whether the first of several crossings is meant: the only one, or the only one of Toronto. */
export function isMeant([first, second]: readonly Place[]): boolean {
  return second === undefined || (TORONTO === first?.within && second.within !== TORONTO);
}

/** Returns a name by which a crossing is found again, among those of other municipalities. */
export function crossingName({ name, within }: Place): string {
  return within ? `${name}, ${within.name}` : name;
}

/** Returns the places of a name, larger kinds first. The name may be followed by the places that it lies in. */
function placesNamed(text: string): readonly Place[] {
  const key = placeKey(text);
  const whole = placesOfKey(key) ?? placesOfKey(key.replace(PROVINCE, ''));
  if (whole) return whole;
  const inTown = text.includes(',') ? undefined : placesInTown(key.replace(PROVINCE, ''));
  if (inTown) return inTown;
  const [name, ...outer] = text.split(',', MOST_PARTS + 1).map(placeKey);
  if (name === undefined || outer.length >= MOST_PARTS) return [];
  const others = outer.filter((key) => !SURROUNDINGS.has(key));
  const named = PLACES_BY_KEY.get(name) ?? [];
  return named.filter((place) => others.every((key) => liesIn(place, key)));
}

/** Reads a name that a municipality follows without a comma: "East York Toronto". */
function placesInTown(key: string): readonly Place[] | undefined {
  const words = key.split(' ');
  for (let at = Math.max(1, words.length - MOST_TOWN_WORDS); at < words.length; at++) {
    const town = words.slice(at).join(' ');
    if (!PLACES_BY_KEY.get(town)?.some(({ kind }) => kind === 'municipality')) continue;
    const named =
      PLACES_BY_KEY.get(words.slice(0, at).join(' '))?.filter((place) => liesIn(place, town)) ?? [];
    if (named.length > 0) return named;
  }
  return undefined;
}

function liesIn({ within }: Place, key: string): boolean {
  return within !== undefined && (PLACE_KEYS.get(within)!.includes(key) || liesIn(within, key));
}

/**
 * Returns up to three names of places: those that contain the text before the first comma, else those with the fewest
 * misspellings.
 */
function nearestNames(text: string, accepts: (place: Place) => boolean): readonly string[] {
  const [name = ''] = text.split(',', 1);
  const key = placeKey(name);
  if (key === '') return [];
  const containing = findPlaces(name).filter(accepts);
  const byName = containing.filter((place) => PLACE_KEYS.get(place)![0]!.includes(key));
  if (containing.length > 0) return firstNames(byName.length > 0 ? byName : containing);
  const most = Math.min(MOST_EDITS, mostEdits(key));
  const editsOf = (place: Place) =>
    Math.min(...PLACE_KEYS.get(place)!.map((name) => editDistance(key, name, most)));
  const near = PLACES.filter(accepts).map((place) => ({ place, edits: editsOf(place) }));
  const nearest = near.filter(({ edits }) => edits <= most).toSorted((a, b) => a.edits - b.edits);
  return firstNames(nearest.map(({ place }) => place));
}

function firstNames(places: readonly Place[]): readonly string[] {
  return [...new Set(places.map(({ name }) => name))].slice(0, MOST_NEAREST);
}
