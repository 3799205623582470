import { distanceMetres, type Position } from '../rules/geo.js';
import { type Place, placeKey, PLACES } from './gazetteer.js';
import { AREAS_OUTSIDE, PLACES_OUTSIDE } from './generated/places.js';

/** A place that is known to lie outside the area. */
export interface OutsidePlace {
  /** The nearest municipality inside, and its distance, where the point is known. */
  readonly nearest?: Place;
  readonly kilometers?: number;
}

const POINTS: ReadonlyMap<string, Position | undefined> = new Map([
  ...PLACES_OUTSIDE.map(([name, lat, lng]) => [placeKey(name), pointOf(lat, lng)] as const),
  ...AREAS_OUTSIDE.map(([area, lat, lng]) => [placeKey(area), pointOf(lat, lng)] as const),
]);
/** A nearer place is of use as another one to ask for. */
const MOST_KILOMETERS = 100;
/** The first letters of postal codes in the Greater Toronto Area, and its surroundings. */
const MAY_BE_INSIDE = /^[ml]/;
const POSTAL_AREA = /^[a-z]\d[a-z]$/;

/** Returns what is known of a place outside the area, by the key of its name or postal area; undefined for others. */
export function placeOutside(key: string): OutsidePlace | undefined {
  if (!POINTS.has(key)) return POSTAL_AREA.test(key) && !MAY_BE_INSIDE.test(key) ? {} : undefined;
  const point = POINTS.get(key);
  if (!point) return {};
  const [first, ...others] = PLACES.filter(({ kind }) => kind === 'municipality');
  const nearest = others.reduce(
    (best, place) => (distanceMetres(point, place) < distanceMetres(point, best) ? place : best),
    first!,
  );
  const kilometers = Math.round(distanceMetres(point, nearest) / 1000);
  return kilometers > MOST_KILOMETERS ? {} : { nearest, kilometers };
}

function pointOf(lat?: number, lng?: number): Position | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}
