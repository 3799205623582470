import type { Slice } from '../load.js';
import { median } from '../statistics.js';
import { digits } from '../table.js';

/** The columns of a table that `sliceCells` fills. */
export const SLICE_COLUMNS = [
  'answers/s',
  'server CPU, µs per answer',
  'PostgreSQL CPU, µs per answer',
  'p50 / p99, ms',
  'bytes',
];

/** What a row shows of slices, after its ratios: medians. */
export function sliceCells(slices: readonly Slice[]): string[] {
  const middle = (pick: (slice: Slice) => number) => digits(median(slices.map(pick)));
  return [
    middle(({ rate }) => rate),
    middle(({ cpu }) => cpu),
    middle(({ database }) => database),
    `${middle(({ p50 }) => p50)} / ${middle(({ p99 }) => p99)}`,
    middle(({ bytes }) => bytes),
  ];
}
