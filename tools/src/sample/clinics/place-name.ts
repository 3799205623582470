import { readJson } from '../data-file.js';
import type { Random } from '../random.js';

// A beginning and an ending make an invented place ("Maplecrest"). Neither is the name of a place in the area.
const PLACES = readJson('sample/places.json') as {
  readonly beginnings: readonly string[];
  readonly endings: readonly string[];
  readonly streetTypes: readonly string[];
  readonly frenchPlaces: readonly string[];
};

/** Invents a place, e.g. "Maplecrest". */
export function placeName(random: Random): string {
  const beginning = random.pick(PLACES.beginnings);
  const ending = random.pick(PLACES.endings);
  // A doubled letter ("Bluebelllea", "Brackennook") reads like a typing error.
  return beginning.endsWith(ending[0]!) ? placeName(random) : beginning + ending;
}

/** Picks an invented French place with its article, e.g. "des Érables". */
export function frenchPlaceName(random: Random): string {
  return random.pick(PLACES.frenchPlaces);
}

/** Invents a street, e.g. "Maplecrest Road". */
export function streetName(random: Random): string {
  return `${placeName(random)} ${random.pick(PLACES.streetTypes)}`;
}
