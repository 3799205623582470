import { decimalText, isRawNumber } from '@care-atlas/domain/text';
import { type CoordinateSystem, DEGREES } from './coordinate-systems.js';

/** About ten centimeters: the center of a building needs no more digits. */
const POSITION_DIGITS = 6;

/**
 * Returns the center of the bounds of positions, which may be nested in lists, in degrees.
 * @returns nothing where there are no positions
 */
export function centerOf(coordinates: unknown, system: CoordinateSystem): { lat?: string; lng?: string } {
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  const visit = (item: unknown): void => {
    if (!Array.isArray(item)) return;
    const [x, y] = (item as readonly unknown[]).slice(0, 2).map(numberIn);
    if (x === undefined || y === undefined) return item.forEach(visit);
    const [lng, lat] = [system.lng(x), system.lat(y)];
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  };
  visit(coordinates);
  if (bounds.west > bounds.east) return {};
  const isExact = system === DEGREES;
  return {
    lat: middle(bounds.south, bounds.north, isExact),
    lng: middle(bounds.west, bounds.east, isExact),
  };
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isRawNumber(value) ? Number(value.rawJSON) : undefined;
}

function middle(from: number, to: number, isExact: boolean): string {
  // The coordinates of a point stay as they are.
  if (from === to && isExact) return decimalText(String(from)) ?? String(from);
  return ((from + to) / 2).toFixed(POSITION_DIGITS);
}
