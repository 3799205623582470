import type { Position } from '../rules/geo.js';
import { type Spot, toPlane } from './plane.js';
import { pixelsOf, type Size, type View } from './view.js';

/** A name that a map shows if it is narrow enough, and there is room. */
export interface MapLabel extends Position {
  readonly name: string;
  /** Width of the widest map that shows the name, in units of the plane. */
  readonly widest: number;
}

/** A rectangle of a picture, in pixels. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

const LETTER_WIDTH = 7.5;
const LINE_HEIGHT = 16;
/** The distance of a name above its point, where a station has its dot, in pixels. */
export const LABEL_RISE = 9;

/**
 * Returns the labels that have room, and where they stand: the middle of the base line, without `LABEL_RISE`. An earlier
 * label takes the room of a later one.
 * @param taken where no label may stand
 */
export function placedLabels<Label extends MapLabel>(
  labels: readonly Label[],
  view: View,
  size: Size,
  taken: readonly Box[] = [],
): readonly (Spot & { readonly label: Label })[] {
  const boxes = [...taken];
  const placed: (Spot & { readonly label: Label })[] = [];
  for (const label of labels) {
    if (view.width > label.widest) continue;
    const spot = pixelsOf(toPlane(label), view, size);
    const box = boxOfText(label.name, spot);
    if (!isInside(box, size) || boxes.some((other) => overlap(box, other))) continue;
    boxes.push(box);
    placed.push({ ...spot, label });
  }
  return placed;
}

export function boxOfText(text: string, { x, y }: Spot): Box {
  const half = (text.length * LETTER_WIDTH) / 2;
  return { west: x - half, east: x + half, north: y - LINE_HEIGHT - LABEL_RISE, south: y - LABEL_RISE };
}

export function boxAround({ x, y }: Spot, radius: number): Box {
  return { west: x - radius, east: x + radius, north: y - radius, south: y + radius };
}

export function isInside({ west, east, north, south }: Box, { width, height }: Size): boolean {
  return west >= 0 && east <= width && north >= 0 && south <= height;
}

export function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south;
}
