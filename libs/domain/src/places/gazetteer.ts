import { compareText, plainWords } from '../text/text.js';
import { labelOfPlace } from '../records/place.js';
import type { Position } from '../rules/geo.js';
import { PLACE_NAME_ROWS, PLACE_ROWS } from './generated/places.js';
import { PLACE_KINDS, type PlaceKind } from './place-row.js';

/** A place that people name. */
export interface Place extends Position {
  /** Stable, such as `north-york`; of a postal area in lower case. */
  readonly id: string;
  readonly name: string;
  readonly kind: PlaceKind;
  /** The place that it lies in, itself perhaps in another one. */
  readonly within: Place | undefined;
  /** First three characters of the postal codes of which a part lies in the place; none for stations. */
  readonly postalAreas: readonly string[];
  readonly otherNames: readonly string[];
}

const OTHER_NAMES = Map.groupBy(PLACE_NAME_ROWS, ([place]) => place);
const BY_ID = new Map<string, Place>();
/** Every place, larger kinds first, then by name. In the data, a row follows that of the place that it lies in. */
export const PLACES: readonly Place[] = PLACE_ROWS.map(([id, kind, name, within, lat, lng, areas]) => {
  const otherNames = (OTHER_NAMES.get(id) ?? []).map(([, otherName]) => otherName);
  if (kind === 'subway-station')
    otherNames.push(`${name} station`, `${name} subway`, `${name} subway station`);
  if (kind === 'go-station') {
    const stem = name.replace(/ GO$/, '');
    otherNames.push(`${name} station`, `${stem} station`, `${stem} train station`);
  }
  const postalAreas = areas === '' ? [] : areas.split(' ');
  const place = { id, name, kind, within: BY_ID.get(within), lat, lng, postalAreas, otherNames };
  BY_ID.set(id, place);
  return place;
}).toSorted((a, b) => sizeOf(a) - sizeOf(b) || compareText(a.name, b.name));

function sizeOf({ kind }: Place): number {
  return PLACE_KINDS.indexOf(kind);
}

const WORDS: Readonly<Record<string, string>> = {
  saint: 'st',
  mt: 'mount',
  center: 'centre',
  stn: 'station',
};
const SPELLED_OTHERWISE = new RegExp(`\\b(?:${Object.keys(WORDS).join('|')})\\b`);
/** "The 6" keeps its article. */
const ARTICLE = /^the (?=\p{L}{3})/u;

/** Returns the form in which names of places are compared: `The Beaches` is `beaches`, `Saint Clair` is `st clair`. */
export function placeKey(name: string): string {
  const plain = plainWords(name);
  if (!SPELLED_OTHERWISE.test(plain)) return plain.replace(ARTICLE, '');
  return plain
    .split(' ')
    .map((word) => WORDS[word] ?? word)
    .join(' ')
    .replace(ARTICLE, '');
}

/** A station as it is called in French. */
const FRENCH_STATION = /^(?:station(?: de metro)?|metro|gare) (?=.)/;

/** Returns the key of what a text calls a station in French, such as `station Kennedy`; undefined for another text. */
export function frenchStationKey(key: string): string | undefined {
  return FRENCH_STATION.test(key) ? key.replace(FRENCH_STATION, '') : undefined;
}

/** The keys of a place's names: first its name, then the others. */
export const PLACE_KEYS: ReadonlyMap<Place, readonly string[]> = new Map(
  PLACES.map((place) => [place, [place.name, ...place.otherNames].map(placeKey)]),
);

/** The places of a name, by its key, larger kinds first. */
export const PLACES_BY_KEY: ReadonlyMap<string, readonly Place[]> = placesByKey();

/** Returns the places of a name, larger kinds first; none for an unknown one. */
export function placesOfKey(key: string): readonly Place[] | undefined {
  const station = frenchStationKey(key);
  return (
    PLACES_BY_KEY.get(key) ??
    (station === undefined ? undefined : PLACES_BY_KEY.get(`${station} station`)) ??
    landmarksCalled(key)
  );
}

/**
 * What people add to the name of a landmark, or say instead of another such word: "Square One Mall". Both forms begin at the
 * start: a search from each letter of a long text would take the square of its length.
 */
const LANDMARK_KIND =
  /^(?:(?:(?:the|le|la|l) )?(?:centre commercial|hopital)(?: d[ue]s?)? (.+)|(.+?) (mall|shopping (?:mall|centre)|plaza|centre|hospital)$)/;
const OF_CARE = /\b(?:hospital|health|healthcare|rehab|care)\b/;
const HOSPITAL = /^(?:l )?hopital|hospital$/;

/** Returns the landmarks of a name with another word for their kind. A hospital is no mall, nor the other way around. */
function landmarksCalled(key: string): readonly Place[] | undefined {
  const [, after, before] = LANDMARK_KIND.exec(key) ?? [];
  const name = after ?? before;
  if (name === undefined) return undefined;
  const isOfCare = HOSPITAL.test(key);
  const keys = isOfCare
    ? [name, `${name} hospital`]
    : [name, `${name} mall`, `${name} centre`, `${name} shopping centre`];
  const isMeant = (place: Place) => place.kind === 'landmark' && isHospital(place) === isOfCare;
  const places = keys.flatMap((each) => PLACES_BY_KEY.get(each) ?? []).filter(isMeant);
  return places.length > 0 ? [...new Set(places)] : undefined;
}

/** Returns whether a place is a landmark where people are cared for, such as a hospital. */
export function isHospital(place: Place): boolean {
  return place.kind === 'landmark' && PLACE_KEYS.get(place)!.some((key) => OF_CARE.test(key));
}

function placesByKey(): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const [place, keys] of PLACE_KEYS)
    for (const key of new Set(keys)) places.set(key, [...(places.get(key) ?? []), place]);
  for (const [key, named] of places) if (named.length > 1) places.set(key, landmarksFirst(key, named));
  return places;
}

/** A landmark comes before the neighbourhood that is only called after it: "Square One" is the mall. */
function landmarksFirst(key: string, places: readonly Place[]): Place[] {
  const landmark = places.find(({ kind }) => kind === 'landmark');
  const [first] = places;
  const isOwnName = first && placeKey(first.name) === key;
  if (!landmark || isOwnName || first?.kind !== 'neighbourhood') return [...places];
  return [landmark, ...places.filter((place) => place !== landmark)];
}

/** The kinds of places that are a point, and no area whose center stands for it. */
const POINTS: ReadonlySet<PlaceKind> = new Set(['subway-station', 'go-station', 'landmark', 'intersection']);

/** Returns whether a place is a point, or an area that distances are measured from the center of. */
export function precisionOf({ kind }: Place): 'point' | 'area' {
  return POINTS.has(kind) ? 'point' : 'area';
}

/** Returns the place of an id, without regard to case. */
export function placeOfId(id: string): Place | undefined {
  return BY_ID.get(id.toLowerCase());
}

/** Returns the label of a place. */
export function placeLabel({ name, kind, within }: Place): string {
  return labelOfPlace({ name, kind, within: within?.name ?? '' });
}
