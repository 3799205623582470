import type { LoadResult } from '../load.js';
import { digits, spread, table } from './markdown.js';
import { median } from './statistics.js';

/** The results of several targets, by round. */
export type LoadResults = ReadonlyMap<string, readonly LoadResult[]>;

/** A column beside those that every table of load results has. */
export interface Column {
  readonly heading: string;
  readonly cell: (target: string) => string;
}

/** Returns the median of a figure of a target. */
export function medianOf(results: LoadResults, target: string, pick: (result: LoadResult) => number): number {
  return median(results.get(target)!.map(pick));
}

/** Returns a ratio of two targets, round by round, because a disturbance affects both; by default of their rates. */
export function ratiosOf<Result extends Pick<LoadResult, 'rate'>>(
  results: ReadonlyMap<string, readonly Result[]>,
  target: string,
  reference: string,
  ratio = (a: Result, b: Result): number => a.rate / b.rate,
): number[] {
  const others = results.get(reference)!;
  return results.get(target)!.map((result, round) => ratio(result, others[round]!));
}

/** A column that compares each target with one of them. */
export function ratioColumn(
  heading: string,
  results: LoadResults,
  reference: string,
  ratio?: (a: LoadResult, b: LoadResult) => number,
): Column {
  const cell = (target: string) =>
    target === reference ? '1' : spread(ratiosOf(results, target, reference, ratio));
  return { heading, cell };
}

const FIGURES: readonly (readonly [heading: string, ...picks: ((result: LoadResult) => number)[]])[] = [
  ['answers/s', ({ rate }) => rate],
  ['server CPU, µs per answer', ({ cpu }) => cpu],
  ['PostgreSQL CPU, µs per answer', ({ databaseCpu }) => databaseCpu],
  ['p50 / p99, ms', ({ p50 }) => p50, ({ p99 }) => p99],
  ['bytes', ({ bytes }) => bytes],
];

/** Renders a row for each target: the given columns first, then medians. */
export function loadTable(heading: string, results: LoadResults, columns: readonly Column[]): string {
  const head = [heading, ...columns.map((column) => column.heading), ...FIGURES.map(([name]) => name)];
  const rows = Array.from(results.keys(), (target) => [
    target,
    ...columns.map(({ cell }) => cell(target)),
    ...FIGURES.map(([, ...picks]) =>
      picks.map((pick) => digits(medianOf(results, target, pick))).join(' / '),
    ),
  ]);
  return table(head, rows);
}
