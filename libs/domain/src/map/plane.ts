import type { Position } from '../rules/geo.js';

/** A point of the plane that maps show, in units of ten meters: to the east and to the south of a point in Toronto. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const ORIGIN: Position = { lat: 43.7, lng: -79.4 };
const UNITS = { lat: 11_119.5, lng: 11_119.5 * Math.cos((ORIGIN.lat * Math.PI) / 180) };

/** Projects a position. For a region, the length of a degree at its middle latitude is exact enough. */
export function toPlane({ lat, lng }: Position): Spot {
  return { x: (lng - ORIGIN.lng) * UNITS.lng, y: (ORIGIN.lat - lat) * UNITS.lat };
}

/** Returns the SVG transformation of a drawing in degrees, longitude first, to the plane. */
export const DEGREES_TO_PLANE = `matrix(${UNITS.lng} 0 0 ${-UNITS.lat} ${-ORIGIN.lng * UNITS.lng} ${ORIGIN.lat * UNITS.lat})`;
