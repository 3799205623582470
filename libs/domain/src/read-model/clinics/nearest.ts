import type { Position } from '../../rules/geo.js';

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
  ordinals: Int32Array,
  from: Position,
  atMost: number,
): Int32Array {
  const size = Math.min(Math.max(atMost, 0), ordinals.length);
  if (size === 0) return new Int32Array(0);
  const nearest = new FarthestOnTop(size);
  const [x, y, z] = unitVector(from);
  const count = ordinals.length;
  for (let i = 0; i < count; i++) {
    const at = ordinals[i]! * 3;
    const dx = vectors[at]! - x;
    const dy = vectors[at + 1]! - y;
    const dz = vectors[at + 2]! - z;
    nearest.offer(dx * dx + dy * dy + dz * dz, i);
  }
  return nearest.inOrder();
}

/**
 * Keeps the nearest of many, as a heap with the farthest of them on top: most are farther than that, and cost one
 * comparison.
 */
export class FarthestOnTop {
  readonly #distances: Float64Array;
  readonly #indexes: Int32Array;

  constructor(private readonly size: number) {
    this.#distances = new Float64Array(size).fill(Infinity);
    this.#indexes = new Int32Array(size);
  }

  /** The distance of the farthest, infinite until as many as wanted were offered. */
  get farthest(): number {
    return this.#distances[0]!;
  }

  /** Takes one that is nearer than the farthest, in its place; of those equally far the ones of least index are kept. */
  offer(distance: number, index: number): void {
    const farthest = this.#distances[0]!;
    if (distance < farthest || (distance === farthest && index < this.#indexes[0]!))
      this.#sink(distance, index, this.size);
  }

  /** Takes the heap apart: the indexes, nearest first. */
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

  /** Puts one on top of the first `size`, instead of what is there, and lets it sink to its place. */
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

/** The point of a position on the unit sphere. */
export function unitVector({ lat, lng }: Position): [number, number, number] {
  const radians = Math.PI / 180;
  const cosLat = Math.cos(lat * radians);
  return [cosLat * Math.cos(lng * radians), cosLat * Math.sin(lng * radians), Math.sin(lat * radians)];
}
