import type { Position } from '../../rules/geo.js';
import { type Bitset, hasBit } from '../memory/bitset.js';
import { FarthestOnTop, unitVector } from './nearest.js';

/** As many places are looked at one by one: cheaper than to go deeper. */
const LEAF = 16;

/**
 * A k-d tree as plain data. A range of `order` is divided by the place in its middle: before it are those that come
 * first along one axis, behind it the others.
 */
export interface PlaceTreeColumns {
  /** Every ordinal once. */
  readonly order: Int32Array;
  /** The axis that the range around a middle is divided along. */
  readonly axes: Uint8Array;
}

/** @param vectors points on the unit sphere, three numbers each */
export function placeTree(vectors: Float64Array): PlaceTreeColumns {
  const count = vectors.length / 3;
  const order = new Int32Array(count).map((_, ordinal) => ordinal);
  const axes = new Uint8Array(count);
  const divide = (from: number, to: number) => {
    if (to - from <= LEAF) return;
    const range = order.subarray(from, to);
    const axis = widestAxis(vectors, range);
    range.sort((a, b) => vectors[a * 3 + axis]! - vectors[b * 3 + axis]!);
    const middle = (from + to) >>> 1;
    axes[middle] = axis;
    divide(from, middle);
    divide(middle + 1, to);
  };
  divide(0, count);
  return { order, axes };
}

/**
 * Finds the nearest of many places without looking at most of them. It gives what `nearestFirst` gives, to the last
 * bit: the difference along one axis is a part of the sum that orders them, so that neither arithmetic nor rounding
 * can make a place nearer than the plane that it lies behind.
 */
export class PlaceTree {
  readonly #order: Int32Array;
  readonly #axes: Uint8Array;

  constructor(
    { order, axes }: PlaceTreeColumns,
    private readonly vectors: Float64Array,
  ) {
    this.#order = order;
    this.#axes = axes;
  }

  /** The `count` members nearest to a place, nearest first; the set has as many. Equally far ones are ascending. */
  nearestOf(members: Bitset, from: Position, count: number): Int32Array {
    const nearest = new FarthestOnTop(count);
    if (count > 0) this.#visit(0, this.#order.length, members, Float64Array.from(unitVector(from)), nearest);
    return nearest.inOrder();
  }

  #visit(from: number, to: number, members: Bitset, place: Float64Array, nearest: FarthestOnTop): void {
    const order = this.#order;
    if (to - from <= LEAF) {
      for (let at = from; at < to; at++) this.#offer(order[at]!, members, place, nearest);
      return;
    }
    const middle = (from + to) >>> 1;
    const axis = this.#axes[middle]!;
    const beyond = place[axis]! - this.vectors[order[middle]! * 3 + axis]!;
    if (beyond < 0) this.#visit(from, middle, members, place, nearest);
    else this.#visit(middle + 1, to, members, place, nearest);
    if (beyond * beyond > nearest.farthest) return;
    this.#offer(order[middle]!, members, place, nearest);
    if (beyond < 0) this.#visit(middle + 1, to, members, place, nearest);
    else this.#visit(from, middle, members, place, nearest);
  }

  #offer(ordinal: number, members: Bitset, place: Float64Array, nearest: FarthestOnTop): void {
    if (!hasBit(members, ordinal)) return;
    const at = ordinal * 3;
    const dx = this.vectors[at]! - place[0]!;
    const dy = this.vectors[at + 1]! - place[1]!;
    const dz = this.vectors[at + 2]! - place[2]!;
    nearest.offer(dx * dx + dy * dy + dz * dz, ordinal);
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
