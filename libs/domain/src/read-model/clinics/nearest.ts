import { EARTH_RADIUS, type Position } from '../../rules/geo.js';
import { type Bitset, hasBit } from '../memory/bitset.js';

// Finds the clinics nearest to a place, from a list (`nearestFirst`) or with a k-d tree (`PointTree`). Positions are stored as
// points on the unit sphere: their straight-line distance gives the same order as the great-circle distance, without
// trigonometry per clinic, and stays precise at short distances.
//
//     vectors   | x0 y0 z0 | x1 y1 z1 | x2 y2 z2 | …       point i is at 3 · i

/** Returns positions as points on the unit sphere, three numbers each. */
export function unitVectors(positions: readonly Position[]): Float64Array {
  const vectors = new Float64Array(positions.length * 3);
  positions.forEach((position, i) => vectors.set(unitVector(position), i * 3));
  return vectors;
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

/** Converts a great-circle distance in meters to the square of a straight-line distance between points on the unit sphere. */
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

/**
 * Returns the points nearest to a place as indexes into `ordinals` (not as ordinals), nearest first, at most `limit`. Ties keep
 * their order.
 */
export function nearestFirst(
  vectors: Float64Array,
  ordinals: Int32Array,
  from: Position,
  limit: number,
): Int32Array {
  const place = unitVector(from);
  return leastFirst(ordinals, (ordinal) => squaredDistance(vectors, ordinal, place), limit);
}

/** Returns the indexes into `ordinals` of the least values, least first, at most `limit`. Ties keep their order. */
export function leastFirst(
  ordinals: Int32Array,
  valueOf: (ordinal: number) => number,
  limit: number,
): Int32Array {
  const size = Math.min(Math.max(limit, 0), ordinals.length);
  if (size === 0) return new Int32Array(0);
  const least = new LeastHeap(size);
  const count = ordinals.length;
  for (let i = 0; i < count; i++) least.offer(valueOf(ordinals[i]!), i);
  return least.inOrder();
}

/** A bounded max-heap of the least values, each with an index. Most values are greater than its top and cost one comparison. */
class LeastHeap {
  readonly #values: Float64Array;
  readonly #indexes: Int32Array;

  constructor(private readonly size: number) {
    this.#values = new Float64Array(size).fill(Infinity);
    this.#indexes = new Int32Array(size);
  }

  /** Returns the value of the top, the greatest in the heap; infinite until the heap is full. */
  get greatest(): number {
    return this.#values[0]!;
  }

  /** Replaces the top if the value is less, or equal with a smaller index. */
  offer(value: number, index: number): void {
    const greatest = this.#values[0]!;
    if (value < greatest || (value === greatest && index < this.#indexes[0]!))
      this.#sink(value, index, this.size);
  }

  /** Empties the heap and returns the indexes, least value first. */
  inOrder(): Int32Array {
    const values = this.#values;
    const indexes = this.#indexes;
    for (let size = this.size - 1; size > 0; size--) {
      const greatestIndex = indexes[0]!;
      this.#sink(values[size]!, indexes[size]!, size);
      indexes[size] = greatestIndex;
    }
    return indexes;
  }

  /** Replaces the top of the first `size` entries and sifts it down. */
  #sink(value: number, index: number, size: number): void {
    const values = this.#values;
    const indexes = this.#indexes;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let below = values[child]!;
      if (child + 1 < size) {
        const other = values[child + 1]!;
        if (other > below || (other === below && indexes[child + 1]! > indexes[child]!)) {
          below = other;
          child++;
        }
      }
      if (below < value || (below === value && indexes[child]! < index)) break;
      values[at] = below;
      indexes[at] = indexes[child]!;
      at = child;
    }
    values[at] = value;
    indexes[at] = index;
  }
}

/** Maximum number of points in a leaf, which are visited one by one. */
const LEAF_SIZE = 16;

/**
 * A k-d tree as plain data. A node is a range of `order`; the point in its middle divides the range along one axis.
 *
 *     order   | smaller coordinates | middle | larger coordinates |       each side is divided again, down to leaves
 */
type PointTreeColumns = ReturnType<typeof pointTree>;

/** Builds the tree. @param vectors points on the unit sphere, three numbers each */
export function pointTree(vectors: Float64Array) {
  const count = vectors.length / 3;
  /** All ordinals, in the order of the tree. */
  const order = new Int32Array(count).map((_, ordinal) => ordinal);
  /** The axis of a node, by the middle of its range. */
  const axes = new Uint8Array(count);
  const divide = (from: number, to: number) => {
    if (to - from <= LEAF_SIZE) return;
    const range = order.subarray(from, to);
    const axis = widestAxis(vectors, range);
    range.sort((a, b) => vectors[a * 3 + axis]! - vectors[b * 3 + axis]!);
    const middle = (from + to) >>> 1;
    axes[middle] = axis;
    divide(from, middle);
    divide(middle + 1, to);
  };
  divide(0, count);
  /** The points in the order of the tree, so that the points of a leaf are adjacent in memory. */
  const points = new Float64Array(vectors.length);
  order.forEach((ordinal, at) => points.set(vectors.subarray(ordinal * 3, ordinal * 3 + 3), at * 3));
  return { order, axes, points };
}

/**
 * Finds the nearest points in a k-d tree: it skips each half that is farther away than the points already found. The result is
 * equal to that of `nearestFirst`, also where rounding matters: a half is skipped if the difference along its axis is already
 * farther, and this difference is one of the three terms that the distance is the sum of.
 */
export class PointTree {
  constructor(private readonly columns: PointTreeColumns) {}

  /** Returns the ordinals of the `count` members of a set nearest to a position, nearest first. @param members at least `count` */
  nearestOf(members: Bitset, from: Position, count: number): Int32Array {
    const nearest = new LeastHeap(count);
    const size = this.columns.order.length;
    if (count > 0) this.#visit(0, size, members, unitVector(from), nearest);
    return nearest.inOrder();
  }

  #visit(from: number, to: number, members: Bitset, place: Float64Array, nearest: LeastHeap): void {
    const { axes, points } = this.columns;
    if (to - from <= LEAF_SIZE) {
      for (let at = from; at < to; at++) this.#offer(at, members, place, nearest);
      return;
    }
    const middle = (from + to) >>> 1;
    const axis = axes[middle]!;
    const difference = place[axis]! - points[middle * 3 + axis]!;
    if (difference < 0) this.#visit(from, middle, members, place, nearest);
    else this.#visit(middle + 1, to, members, place, nearest);
    if (difference * difference > nearest.greatest) return;
    this.#offer(middle, members, place, nearest);
    if (difference < 0) this.#visit(middle + 1, to, members, place, nearest);
    else this.#visit(from, middle, members, place, nearest);
  }

  #offer(at: number, members: Bitset, place: Float64Array, nearest: LeastHeap): void {
    const { order, points } = this.columns;
    const ordinal = order[at]!;
    if (hasBit(members, ordinal)) nearest.offer(squaredDistance(points, at, place), ordinal);
  }
}

function widestAxis(vectors: Float64Array, ordinals: Int32Array): number {
  const spans = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (const ordinal of ordinals) {
      const along = vectors[ordinal * 3 + axis]!;
      if (along < least) least = along;
      if (along > most) most = along;
    }
    return most - least;
  });
  return spans.indexOf(Math.max(...spans));
}
