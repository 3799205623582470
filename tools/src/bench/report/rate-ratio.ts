import type { Slice } from '../load.js';
import { ratios } from '../statistics.js';

/** The rates of some slices over those of others, round by round. */
export function rateRatios(slices: readonly Slice[], others: readonly Slice[]): number[] {
  return ratios(
    slices.map(({ rate }) => rate),
    others.map(({ rate }) => rate),
  );
}
