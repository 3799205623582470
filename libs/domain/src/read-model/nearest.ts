import type { Position } from '../geo.js';

/**
 * Positions as points on the unit sphere, three numbers each. The straight line between two of them grows
 * with the great circle, so that ordering by it is ordering by great-circle distance, without trigonometry
 * for every candidate and without its loss of precision at short distances.
 */
export function unitVectors(positions: readonly Position[]): Float64Array {
  const vectors = new Float64Array(positions.length * 3);
  positions.forEach((position, i) => vectors.set(unitVector(position), i * 3));
  return vectors;
}

/**
 * Which of the ordinals are nearest to a place: indexes into the list, nearest first, `atMost` of them. Those
 * equally far keep the order given.
 */
export function nearestFirst(
  vectors: Float64Array,
  ordinals: ArrayLike<number>,
  from: Position,
  atMost: number,
): readonly number[] {
  const [x, y, z] = unitVector(from);
  const distances = new Float64Array(ordinals.length);
  for (let i = 0; i < ordinals.length; i++) {
    const at = ordinals[i]! * 3;
    const dx = vectors[at]! - x;
    const dy = vectors[at + 1]! - y;
    const dz = vectors[at + 2]! - z;
    distances[i] = dx * dx + dy * dy + dz * dz;
  }
  return [...candidates(distances, atMost)]
    .toSorted((a, b) => distances[a]! - distances[b]! || a - b)
    .slice(0, atMost);
}

/** The indexes whose distance is at most that of the `atMost`-th nearest: few enough to sort. */
function* candidates(distances: Float64Array, atMost: number): Generator<number> {
  if (atMost <= 0) return;
  const farthest = atMost >= distances.length ? Infinity : distances.toSorted()[atMost - 1]!;
  for (let index = 0; index < distances.length; index++) if (distances[index]! <= farthest) yield index;
}

function unitVector({ lat, lng }: Position): [number, number, number] {
  const radians = Math.PI / 180;
  const cosLat = Math.cos(lat * radians);
  return [cosLat * Math.cos(lng * radians), cosLat * Math.sin(lng * radians), Math.sin(lat * radians)];
}
