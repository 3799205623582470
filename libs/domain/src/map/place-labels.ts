import { PLACES } from '../places/gazetteer.js';
import type { PlaceKind } from '../places/place-row.js';
import type { MapLabel } from './labels.js';

/** The kinds of places that maps name, most important first, and the widest map that does. */
const WIDEST: Partial<Record<PlaceKind, number>> = {
  municipality: Infinity,
  district: 6_500,
  'subway-station': 2_400,
};
/** Names of places for maps, most important first. */
export const PLACE_LABELS: readonly MapLabel[] = PLACES.flatMap(({ kind, name, lat, lng }) => {
  const widest = WIDEST[kind];
  // JSON has no infinity.
  return widest === undefined ? [] : [{ name, lat, lng, widest: Math.min(widest, 1e6) }];
});
