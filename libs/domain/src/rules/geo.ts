/** A position in degrees, WGS 84. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** The mean Earth radius of the IUGG, in meters. */
const EARTH_RADIUS = 6_371_008.8;

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

/** Returns whether a position is within 800 m of any of the stations. */
export function isNearSubway(position: Position, stations: Iterable<Position>): boolean {
  for (const station of stations) if (distanceMetres(position, station) <= NEAR_SUBWAY_METRES) return true;
  return false;
}
