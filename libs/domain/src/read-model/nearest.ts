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
  ordinals: Int32Array,
  from: Position,
  atMost: number,
): Int32Array {
  const size = Math.min(Math.max(atMost, 0), ordinals.length);
  if (size === 0) return new Int32Array(0);
  const nearest = new FarthestOnTop(size);
  const [x, y, z] = unitVector(from);
  const count = ordinals.length;
  let farthest = Infinity;
  for (let i = 0; i < count; i++) {
    const at = ordinals[i]! * 3;
    const dx = vectors[at]! - x;
    const dy = vectors[at + 1]! - y;
    const dz = vectors[at + 2]! - z;
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance < farthest) farthest = nearest.replaceTop(distance, i);
  }
  return nearest.inOrder();
}

/**
 * Keeps the nearest of many, as a heap with the farthest of them on top: most are farther than that, and cost one
 * comparison.
 */
class FarthestOnTop {
  readonly #distances: Float64Array;
  readonly #indexes: Int32Array;

  constructor(private readonly size: number) {
    this.#distances = new Float64Array(size).fill(Infinity);
    this.#indexes = new Int32Array(size);
  }

  /**
   * Lets a nearer one take the place of the farthest. Indexes must come in ascending order: of those equally far the
   * first are kept.
   * @returns the distance that is the farthest now
   */
  replaceTop(distance: number, index: number): number {
    this.#sink(distance, index, this.size);
    return this.#distances[0]!;
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

function unitVector({ lat, lng }: Position): [number, number, number] {
  const radians = Math.PI / 180;
  const cosLat = Math.cos(lat * radians);
  return [cosLat * Math.cos(lng * radians), cosLat * Math.sin(lng * radians), Math.sin(lat * radians)];
}
