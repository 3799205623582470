import { type Box, boxAround, isInside, overlap } from './labels.js';
import type { Spot } from './plane.js';
import type { Size } from './view.js';

/** How many rings of places a marker may move to: enough room for all markers of a page. */
const RINGS = 3;
/** The least distance of two markers, in pixels. */
const GAP = 2;

/**
 * Returns where the markers of some spots of a picture stand, in pixels: one that would cover an earlier one, or leave the
 * picture, moves to a free place beside its spot.
 * @param kept where no marker may stand
 */
export function spreadMarkers(
  spots: readonly Spot[],
  radius: number,
  size: Size,
  kept: readonly Box[] = [],
): readonly Spot[] {
  const offsets = offsetsOf(2 * radius + GAP);
  const markers: Spot[] = [];
  for (const { x, y } of spots) {
    const free = offsets
      .map((offset) => ({ x: x + offset.x, y: y + offset.y }))
      .find((marker) => {
        const box = boxAround(marker, radius);
        const isApart = (other: Spot) => Math.hypot(other.x - marker.x, other.y - marker.y) >= 2 * radius;
        return isInside(box, size) && markers.every(isApart) && !kept.some((other) => overlap(box, other));
      });
    markers.push(free ?? { x, y });
  }
  return markers;
}

/** Returns the places around a spot, nearest first: rings of 6, 12 and 18. */
function offsetsOf(spacing: number): readonly Spot[] {
  return Array.from({ length: RINGS + 1 }, (_, ring) => ring).flatMap((ring) =>
    Array.from({ length: ring * 6 || 1 }, (_, step) => {
      const angle = (step * Math.PI) / 3 / (ring || 1);
      return { x: ring * spacing * Math.cos(angle), y: ring * spacing * Math.sin(angle) };
    }),
  );
}
