import type { OutcomeCounts } from '../../records/accuracy.js';
import { percentage } from '../share.js';

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

/** A confidence interval of a share, 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Returns the Wilson score interval, 95 %, of a share of which `hits` of `n` were found; of nothing, 0 to 1. */
export function wilsonInterval(hits: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const weight = 1 + Z ** 2 / n;
  const center = (share + Z ** 2 / (2 * n)) / weight;
  const margin = (Z / weight) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, center - margin), high: Math.min(1, center + margin) };
}

/** How often a field was correct, in percent with one decimal. */
export interface HitRate extends Interval {
  readonly correct: number;
  /** The number of answers; unreachable clinics gave none. */
  readonly n: number;
  readonly unreachable: number;
  /** Null without an answer. */
  readonly pct: number | null;
}

/** Returns the hit rate of counted outcomes. */
export function hitRate({ correct, incorrect, unreachable }: OutcomeCounts): HitRate {
  const n = correct + incorrect;
  const { low, high } = wilsonInterval(correct, n);
  const pct = n === 0 ? null : percentage(correct, n);
  return { correct, n, unreachable, pct, low: percentage(low, 1), high: percentage(high, 1) };
}
