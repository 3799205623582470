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
