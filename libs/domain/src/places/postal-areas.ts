import { distanceMetres, type Position } from '../rules/geo.js';
import { type Place, placeOfId, PLACES } from './gazetteer.js';
import { AREAS_OUTSIDE } from './generated/places.js';

const AREA_CHARACTERS = 3;
/** The first letters of postal codes in the Greater Toronto Area: M is Toronto, L its surroundings and more. */
const MAY_BE_INSIDE = /^[ML]/;
/** The centers of areas outside the region. */
const OUTSIDE = new Map(AREAS_OUTSIDE.map(([area, lat, lng]) => [area, { lat, lng }]));
/** How far a place may be from the center of its postal area, and from the nearest center where that is not known. */
const MAX_METRES = 20_000;

/** The places that a postal area belongs to. */
export interface PlacesOfArea {
  /** The first by name where the area lies in several. */
  readonly municipality: Place | undefined;
  /** Of Toronto. */
  readonly district: Place | undefined;
  /** And towns. */
  readonly neighbourhoods: readonly Place[];
}

const CENTERS = PLACES.filter(({ kind }) => kind === 'postal-area');
const BY_AREA = new Map(CENTERS.map(({ name }) => [name, placesWith(name)]));

/** Returns the places to which the postal area of a postal code, or of its first three characters, belongs. */
export function placesOfPostalCode(postalCode: string): PlacesOfArea | undefined {
  return BY_AREA.get(areaOf(postalCode));
}

/** Returns the center of a postal code's area; undefined when the area is unknown or outside the region. */
export function centerOfPostalCode(postalCode: string): Position | undefined {
  const area = BY_AREA.has(areaOf(postalCode)) ? placeOfId(areaOf(postalCode)) : undefined;
  return area && { lat: area.lat, lng: area.lng };
}

/** Returns where a place with a postal code must be, if it cannot be at a position; undefined if it can. */
export function placeInsteadOf(position: Position, postalCode: string): string | undefined {
  const center = centerOfPostalCode(postalCode);
  if (center)
    return distanceMetres(position, center) <= MAX_METRES
      ? undefined
      : `a place within ${MAX_METRES / 1000} km of the postal area ${areaOf(postalCode)}`;
  const nearest = nearestTo(position, CENTERS);
  const isInside = nearest <= MAX_METRES && nearest <= nearestTo(position, OUTSIDE.values());
  return isInside ? undefined : 'a place in the Greater Toronto Area';
}

/** Returns the distance to the nearest of some positions, in meters. */
function nearestTo(position: Position, others: Iterable<Position>): number {
  return Math.min(...Array.from(others, (other) => distanceMetres(position, other)));
}

/** Returns whether a postal code is known to be outside the Greater Toronto Area; an empty one is not. */
export function isOutsideRegion(postalCode: string): boolean {
  if (postalCode === '') return false;
  return !MAY_BE_INSIDE.test(postalCode.toUpperCase()) || OUTSIDE.has(areaOf(postalCode));
}

function areaOf(postalCode: string): string {
  return postalCode.slice(0, AREA_CHARACTERS).toUpperCase();
}

function placesWith(area: string): PlacesOfArea {
  const places = PLACES.filter(({ postalAreas }) => postalAreas.includes(area));
  return {
    municipality: places.find(({ kind }) => kind === 'municipality'),
    district: places.find(({ kind }) => kind === 'district'),
    neighbourhoods: places.filter(({ kind }) => kind === 'neighbourhood' || kind === 'town'),
  };
}
