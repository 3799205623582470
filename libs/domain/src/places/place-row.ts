import type { PlaceKind } from '../records/place.js';

export { PLACE_KINDS, type PlaceKind } from '../records/place.js';

/** A place of the data. `within` is the id of the place that it lies in; postal areas are separated by spaces. */
export type PlaceRow = readonly [
  id: string,
  kind: PlaceKind,
  name: string,
  within: string,
  lat: number,
  lng: number,
  postalAreas: string,
];
