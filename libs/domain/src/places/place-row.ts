/** The kinds of places, largest first. Of several places with one name, the larger is meant. */
export const PLACE_KINDS = [
  'region',
  'municipality',
  'district',
  'town',
  'neighbourhood',
  'subway-station',
  'postal-area',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

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
