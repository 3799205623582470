import type { ClinicSpot } from './clinic-facets.js';

/** The visible part of the map, in meters from its northwest corner. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Width divided by height, the same as in the style sheet. */
export const ASPECT = 16 / 10;
const MARGIN = 1.06;
const MIN_VIEW_METERS = 1_000;
const MIN_MAP_METERS = 2_000;

/** Returns the view that shows every clinic. */
export function wholeView(spots: readonly ClinicSpot[]): View {
  const east = spots.reduce((most, { x }) => Math.max(most, x), MIN_MAP_METERS);
  const south = spots.reduce((most, { y }) => Math.max(most, y), MIN_MAP_METERS / ASPECT);
  const width = Math.max(east, south * ASPECT) * MARGIN;
  return { x: (east - width) / 2, y: (south - width / ASPECT) / 2, width };
}

/**
 * Zooms the view around a fixed point.
 * @param factor below 1 zooms in
 * @param at the fixed point, as fractions of the width and the height
 */
export function zoomed(view: View, whole: View, factor: number, at = { x: 0.5, y: 0.5 }): View {
  const width = Math.min(Math.max(view.width * factor, MIN_VIEW_METERS), whole.width);
  if (width === whole.width) return whole;
  const difference = view.width - width;
  return withinMap({ x: view.x + difference * at.x, y: view.y + (difference / ASPECT) * at.y, width }, whole);
}

/** Moves the view by fractions of its width and height, but not beyond the map. */
export function moved(view: View, whole: View, by: { readonly x: number; readonly y: number }): View {
  const x = view.x + by.x * view.width;
  const y = view.y + (by.y * view.width) / ASPECT;
  return withinMap({ ...view, x, y }, whole);
}

export function isInView({ x, y }: ClinicSpot, view: View): boolean {
  const height = view.width / ASPECT;
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + height;
}

function withinMap(view: View, whole: View): View {
  const room = whole.width - view.width;
  return {
    ...view,
    x: Math.min(Math.max(view.x, whole.x), whole.x + room),
    y: Math.min(Math.max(view.y, whole.y), whole.y + room / ASPECT),
  };
}
