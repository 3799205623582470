import { readJson } from './data-file.js';
import type { Random } from './random.js';

const DISTRIBUTIONS = readJson('sample/distributions.json') as Readonly<
  Record<string, readonly (readonly [value: unknown, weight: number])[]>
>;

/** A random choice between weighted values. */
export class Weighted<T> {
  private readonly values: T[] = [];
  private readonly upTo: number[] = [];
  private total = 0;

  /** @param entries values with their weights, in any unit; a value of weight 0 is never picked */
  constructor(entries: Iterable<readonly [value: T, weight: number]>) {
    for (const [value, weight] of entries) {
      if (weight <= 0) continue;
      this.total += weight;
      this.values.push(value);
      this.upTo.push(this.total);
    }
    if (this.total === 0)
      throw new RangeError('A weighted choice needs at least one value of positive weight.');
  }

  /** Returns a choice of `tools/data/sample/distributions.json`; the caller states the type of its values. */
  static named<T>(name: string): Weighted<T> {
    return new Weighted(DISTRIBUTIONS[name] as readonly (readonly [T, number])[]);
  }

  pick(random: Random): T {
    const at = random.unit() * this.total;
    return this.values[countUpTo(this.upTo.length - 1, (index) => this.upTo[index]! <= at)]!;
  }
}

/** Counts the first indexes that satisfy a condition which holds up to some index and not after it. */
export function countUpTo(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
