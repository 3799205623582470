import { EARTH_RADIUS, type Position } from '../../rules/geo.js';

/**
 * Returns positions as points on the unit sphere, three numbers each. The straight-line distance of two points grows
 * with their great-circle distance, so that both give the same order. It needs no trigonometry per candidate and keeps
 * its precision at short distances.
 */
export function unitVectors(positions: readonly Position[]): Float64Array {
  const vectors = new Float64Array(positions.length * 3);
  positions.forEach((position, i) => vectors.set(unitVector(position), i * 3));
  return vectors;
}

/** Returns the indexes of the ordinals nearest to a place, nearest first, at most `atMost`. Ties keep their order. */
export function nearestFirst(
  vectors: Float64Array,
  ordinals: Int32Array,
  from: Position,
  atMost: number,
): Int32Array {
  const place = unitVector(from);
  return leastFirst(ordinals, (ordinal) => squaredDistance(vectors, ordinal, place), atMost);
}

/** Returns the indexes of the ordinals with the least values, least first, at most `atMost`. Ties keep their order. */
export function leastFirst(
  ordinals: Int32Array,
  valueOf: (ordinal: number) => number,
  atMost: number,
): Int32Array {
  const size = Math.min(Math.max(atMost, 0), ordinals.length);
  if (size === 0) return new Int32Array(0);
  const least = new NearestHeap(size);
  const count = ordinals.length;
  for (let i = 0; i < count; i++) least.offer(valueOf(ordinals[i]!), i);
  return least.inOrder();
}

/**
 * Keeps the nearest of many candidates in a heap with the farthest of them on top. Most candidates are farther and cost
 * one comparison.
 */
export class NearestHeap {
  readonly #distances: Float64Array;
  readonly #indexes: Int32Array;

  constructor(private readonly size: number) {
    this.#distances = new Float64Array(size).fill(Infinity);
    this.#indexes = new Int32Array(size);
  }

  /** Returns the distance of the farthest; infinite until the heap is full. */
  get farthest(): number {
    return this.#distances[0]!;
  }

  /** Replaces the farthest if the candidate is nearer, or equally far with a smaller index. */
  offer(distance: number, index: number): void {
    const farthest = this.#distances[0]!;
    if (distance < farthest || (distance === farthest && index < this.#indexes[0]!))
      this.#sink(distance, index, this.size);
  }

  /** Empties the heap and returns the indexes, nearest first. */
  inOrder(): Int32Array {
    const distances = this.#distances;
    const indexes = this.#indexes;
    for (let size = this.size - 1; size > 0; size--) {
      const farthest = indexes[0]!;
      this.#sink(distances[size]!, indexes[size]!, size);
      indexes[size] = farthest;
    }
    return indexes;
  }

  /** Replaces the top of the first `size` entries and sinks it to its place. */
  #sink(distance: number, index: number, size: number): void {
    const distances = this.#distances;
    const indexes = this.#indexes;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let below = distances[child]!;
      if (child + 1 < size) {
        const other = distances[child + 1]!;
        if (other > below || (other === below && indexes[child + 1]! > indexes[child]!)) {
          below = other;
          child++;
        }
      }
      if (below < distance || (below === distance && indexes[child]! < index)) break;
      distances[at] = below;
      indexes[at] = indexes[child]!;
      at = child;
    }
    distances[at] = distance;
    indexes[at] = index;
  }
}

/** Returns the square of the straight-line distance between point `ordinal` and a place. */
export function squaredDistance(vectors: Float64Array, ordinal: number, place: Float64Array): number {
  const at = ordinal * 3;
  const dx = vectors[at]! - place[0]!;
  const dy = vectors[at + 1]! - place[1]!;
  const dz = vectors[at + 2]! - place[2]!;
  return dx * dx + dy * dy + dz * dz;
}

/** Returns the great-circle distance between point `ordinal` and a place, in meters. */
export function metresBetween(vectors: Float64Array, ordinal: number, place: Float64Array): number {
  const chord = Math.sqrt(squaredDistance(vectors, ordinal, place));
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, chord / 2));
}

/** Returns the square of the straight-line distance on the unit sphere that is this great-circle distance in meters. */
export function squaredChord(metres: number): number {
  return (2 * Math.sin(metres / EARTH_RADIUS / 2)) ** 2;
}

/** Returns the point of a position on the unit sphere. */
export function unitVector({ lat, lng }: Position): Float64Array {
  const radians = Math.PI / 180;
  const cosLat = Math.cos(lat * radians);
  return Float64Array.of(
    cosLat * Math.cos(lng * radians),
    cosLat * Math.sin(lng * radians),
    Math.sin(lat * radians),
  );
}
