import type { Spot } from './plane.js';

/** A rectangle of the plane, from its northwest corner. */
export interface View extends Spot {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The narrowest view, in units of the plane: one kilometer. */
const MIN_WIDTH = 100;

/**
 * Returns the view of some spots in the proportions of a picture.
 * @param margin around them, as a share of their extent, but at least `least` units of the plane
 */
export function viewOf(
  spots: readonly Spot[],
  size: Size,
  { margin = 0.03, least = MIN_WIDTH }: { readonly margin?: number; readonly least?: number } = {},
): View {
  const bounds = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
  for (const { x, y } of spots) {
    bounds.west = Math.min(bounds.west, x);
    bounds.east = Math.max(bounds.east, x);
    bounds.north = Math.min(bounds.north, y);
    bounds.south = Math.max(bounds.south, y);
  }
  const { west, east, north, south } = spots.length > 0 ? bounds : { west: 0, east: 0, north: 0, south: 0 };
  const wide = east - west + 2 * Math.max(least, (east - west) * margin);
  const high = south - north + 2 * Math.max(least, (south - north) * margin);
  const width = Math.max(wide, (high * size.width) / size.height);
  const height = (width * size.height) / size.width;
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height };
}

/**
 * Zooms the view around a fixed point, within the whole map.
 * @param factor below 1 zooms in
 * @param at the fixed point, as fractions of the width and the height
 */
export function zoomed(view: View, whole: View, factor: number, at: Spot = { x: 0.5, y: 0.5 }): View {
  const width = Math.min(Math.max(view.width * factor, MIN_WIDTH), whole.width);
  if (width === whole.width) return whole;
  const height = (width * view.height) / view.width;
  const x = view.x + (view.width - width) * at.x;
  const y = view.y + (view.height - height) * at.y;
  return within({ x, y, width, height }, whole);
}

/** Moves the view by fractions of its width and height, within the whole map. */
export function moved(view: View, whole: View, by: Spot): View {
  return within({ ...view, x: view.x + by.x * view.width, y: view.y + by.y * view.height }, whole);
}

export function isInView({ x, y }: Spot, view: View): boolean {
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height;
}

/** Returns where a picture of a view shows a spot, in pixels. */
export function pixelsOf({ x, y }: Spot, view: View, { width }: Size): Spot {
  const scale = width / view.width;
  return { x: (x - view.x) * scale, y: (y - view.y) * scale };
}

/** Returns the SVG transformation of a drawing in the plane to a picture of a view. */
export function transformOf({ x, y, width: shown }: View, { width }: Size): string {
  const scale = width / shown;
  return `matrix(${scale} 0 0 ${scale} ${-x * scale} ${-y * scale})`;
}

function within(view: View, whole: View): View {
  const x = Math.min(Math.max(view.x, whole.x), whole.x + whole.width - view.width);
  const y = Math.min(Math.max(view.y, whole.y), whole.y + whole.height - view.height);
  return { ...view, x, y };
}
