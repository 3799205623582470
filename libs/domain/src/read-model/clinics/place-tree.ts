import type { Position } from '../../rules/geo.js';
import { type Bitset, hasBit } from '../memory/bitset.js';
import { NearestHeap, squaredDistance, unitVector } from './nearest.js';

/** Places in a leaf: visiting this many one by one is cheaper than descending. */
const LEAF_SIZE = 16;

/**
 * A k-d tree as plain data. The place in the middle of a range of `order` divides it along one axis: smaller
 * coordinates come before it, larger ones after it.
 */
type PlaceTreeColumns = ReturnType<typeof placeTree>;

/** Builds the tree. @param vectors points on the unit sphere, three numbers each */
export function placeTree(vectors: Float64Array) {
  const count = vectors.length / 3;
  /** Every ordinal once. */
  const order = new Int32Array(count).map((_, ordinal) => ordinal);
  /** By middle of a range: the axis along which it is divided. */
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
  /** The points in this order: those of a leaf lie side by side. */
  const points = new Float64Array(vectors.length);
  order.forEach((ordinal, at) => points.set(vectors.subarray(ordinal * 3, ordinal * 3 + 3), at * 3));
  return { order, axes, points };
}

/**
 * Finds the nearest of many places without visiting most of them. The result equals that of `nearestFirst` to the last
 * bit: the difference along one axis is a term of the sum that orders the places, so that rounding cannot make a place
 * nearer than the plane behind which it lies.
 */
export class PlaceTree {
  constructor(private readonly columns: PlaceTreeColumns) {}

  /** Returns the `count` members nearest to a place, nearest first, then ascending. The set has at least `count`. */
  nearestOf(members: Bitset, from: Position, count: number): Int32Array {
    const nearest = new NearestHeap(count);
    const places = this.columns.order.length;
    if (count > 0) this.#visit(0, places, members, unitVector(from), nearest);
    return nearest.inOrder();
  }

  #visit(from: number, to: number, members: Bitset, place: Float64Array, nearest: NearestHeap): void {
    const { axes, points } = this.columns;
    if (to - from <= LEAF_SIZE) {
      for (let at = from; at < to; at++) this.#offer(at, members, place, nearest);
      return;
    }
    const middle = (from + to) >>> 1;
    const axis = axes[middle]!;
    const fromPlane = place[axis]! - points[middle * 3 + axis]!;
    if (fromPlane < 0) this.#visit(from, middle, members, place, nearest);
    else this.#visit(middle + 1, to, members, place, nearest);
    if (fromPlane * fromPlane > nearest.farthest) return;
    this.#offer(middle, members, place, nearest);
    if (fromPlane < 0) this.#visit(middle + 1, to, members, place, nearest);
    else this.#visit(from, middle, members, place, nearest);
  }

  #offer(at: number, members: Bitset, place: Float64Array, nearest: NearestHeap): void {
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
