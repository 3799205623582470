import type { Spot } from './clinic-facets.js';

/** The part of the map that is seen, in metres from its corner. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Width to height of the picture, as the style sheet has it. */
export const ASPECT = 16 / 10;
const MARGIN = 1.06;
const CLOSEST_METRES = 1_000;
const SMALLEST_METRES = 2_000;

/** The view that shows every spot. */
export function wholeView(spots: readonly Spot[]): View {
  const east = spots.reduce((most, { x }) => Math.max(most, x), SMALLEST_METRES);
  const south = spots.reduce((most, { y }) => Math.max(most, y), SMALLEST_METRES / ASPECT);
  const width = Math.max(east, south * ASPECT) * MARGIN;
  return { x: (east - width) / 2, y: (south - width / ASPECT) / 2, width };
}

/**
 * The view nearer or farther, around a point that stays where it is.
 * @param factor below 1: nearer
 * @param at the point, as parts of the picture's width and height
 */
export function zoomed(view: View, whole: View, factor: number, at = { x: 0.5, y: 0.5 }): View {
  const width = Math.min(Math.max(view.width * factor, CLOSEST_METRES), whole.width);
  if (width === whole.width) return whole;
  const lost = view.width - width;
  return held({ x: view.x + lost * at.x, y: view.y + (lost / ASPECT) * at.y, width }, whole);
}

/** The view moved by parts of its width and height, no farther than there is something to see. */
export function moved(view: View, whole: View, by: { readonly x: number; readonly y: number }): View {
  const x = view.x + by.x * view.width;
  const y = view.y + (by.y * view.width) / ASPECT;
  return held({ ...view, x, y }, whole);
}

export function isInView({ x, y }: Spot, view: View): boolean {
  const height = view.width / ASPECT;
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + height;
}

function held(view: View, whole: View): View {
  const room = whole.width - view.width;
  return {
    ...view,
    x: Math.min(Math.max(view.x, whole.x), whole.x + room),
    y: Math.min(Math.max(view.y, whole.y), whole.y + room / ASPECT),
  };
}
