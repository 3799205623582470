import type { PositionSource } from '../records/clinic.js';

/** A position in degrees, WGS 84. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** The mean Earth radius of the IUGG, in meters. */
export const EARTH_RADIUS = 6_371_008.8;

/** Maximum distance at which a clinic counts as near a subway station: a ten-minute walk. */
export const NEAR_SUBWAY_METRES = 800;

/** Returns the great-circle distance in meters (haversine). */
export function distanceMetres(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * radians) / 2);
  const h = sinLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A position, and where it comes from. */
export type SourcedPosition = Position & { readonly positionSource: PositionSource };

/**
 * Returns whether a clinic is known to be within 800 m of any of the stations. Nothing is known of one at the center of
 * its postal area.
 */
export function isNearSubway(place: SourcedPosition, stations: Iterable<Position>): boolean {
  if (place.positionSource === 'postal-area') return false;
  for (const station of stations) if (distanceMetres(place, station) <= NEAR_SUBWAY_METRES) return true;
  return false;
}
