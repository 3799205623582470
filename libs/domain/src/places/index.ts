export { findPlaces } from './find-places.js';
export { type Place, placeLabel, placeOfId, PLACES, precisionOf } from './gazetteer.js';
export * from './place-row.js';
export * from './postal-areas.js';
export {
  areasOf,
  farAwayWarning,
  type NamedReading,
  type PlaceReading,
  resolvePlace,
} from './resolve-place.js';
export { townLength } from './town-names.js';
export { CROSSING_PUBLISHERS, SHIPPED_SOURCES } from './shipped-sources.js';
