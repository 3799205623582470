import type { AreaCoverage, CoverageCounts } from '../contract/coverage.js';
import { compareText } from '../text/text.js';

/** What a map of the coverage shades. */
export const MEASURES = {
  /** Matching doctors. */
  doctors: ({ doctors }) => doctors,
  /** Percentage of them at clinics known to accept new patients. */
  accepting: ({ accepting, doctors }) => share(accepting, doctors),
  /** Percentage of them whose registration was confirmed recently. */
  fresh: ({ fresh, doctors }) => share(fresh, doctors),
} satisfies Record<string, (counts: CoverageCounts) => number | undefined>;
export type Measure = keyof typeof MEASURES;

/** A range of values with one shade. */
export interface ShadeRange {
  /** The least value. */
  readonly from: number;
  /** The largest value; that of the last range is the largest of all. */
  readonly to: number;
  /** 0 is the lightest, 4 the darkest. */
  readonly shade: number;
}

const SHADES = 5;
const PERCENT = rangesFrom([0, 20, 40, 60, 80], 100);

/**
 * Returns the ranges of a measure, lightest first: at most five. Of numbers, each has as many areas; of percentages, each is a
 * fifth. An area without doctors is in none of them.
 */
export function shadeRanges(areas: readonly AreaCoverage[], measure: Measure): readonly ShadeRange[] {
  if (measure !== 'doctors') return PERCENT;
  const values = areas
    .filter(({ postalArea, doctors }) => postalArea !== '' && doctors > 0)
    .map(({ doctors }) => doctors)
    .toSorted((a, b) => a - b);
  const starts = Array.from(
    { length: SHADES },
    (_, shade) => values[Math.floor((shade * values.length) / SHADES)],
  );
  const from = [...new Set(starts)].filter((start) => start !== undefined);
  return rangesFrom(from, values.at(-1) ?? 0);
}

/** A single range is the darkest. */
function rangesFrom(from: readonly number[], most: number): readonly ShadeRange[] {
  return from.map((start, index) => ({
    from: start,
    to: (from[index + 1] ?? most + 1) - 1,
    shade: SHADES - from.length + index,
  }));
}

/** Returns the shade of an area; undefined without doctors. */
export function shadeOf(
  area: CoverageCounts,
  measure: Measure,
  ranges: readonly ShadeRange[],
): number | undefined {
  const value = area.doctors === 0 ? undefined : MEASURES[measure](area);
  return value === undefined ? undefined : ranges.findLast(({ from }) => from <= value)?.shade;
}

/** The columns of the table of areas that can be sorted by. */
export const COVERAGE_SORTS = ['area', 'municipality', 'doctors', 'accepting', 'fresh'] as const;
export type CoverageSort = (typeof COVERAGE_SORTS)[number];

/** Sorts areas by name, or by a measure, largest first. Areas of the same value keep their order, those without doctors are last. */
export function sortedAreas(areas: readonly AreaCoverage[], sort: CoverageSort): readonly AreaCoverage[] {
  if (sort === 'area') return areas;
  if (sort === 'municipality')
    return areas.toSorted((a, b) => compareText(a.municipality || '~', b.municipality || '~'));
  const valueOf = (area: AreaCoverage) => MEASURES[sort](area) ?? -1;
  return areas.toSorted((a, b) => valueOf(b) - valueOf(a));
}

const COUNTS = [
  ['doctors', 'doctors'],
  ['accepting', 'accepting'],
  ['not_accepting', 'notAccepting'],
  ['acceptance_not_known', 'acceptanceUnknown'],
  ['fresh', 'fresh'],
  ['stale', 'stale'],
  ['never_confirmed', 'neverConfirmed'],
] as const;

/** The counts of an area without matching doctors. */
export const NO_DOCTORS: CoverageCounts = {
  doctors: 0,
  accepting: 0,
  notAccepting: 0,
  acceptanceUnknown: 0,
  fresh: 0,
  stale: 0,
  neverConfirmed: 0,
};

/** Returns the sums of the counts of some areas. */
export function totalOf(areas: readonly CoverageCounts[]): CoverageCounts {
  const total = { ...NO_DOCTORS };
  for (const area of areas) for (const [, of] of COUNTS) total[of] += area[of];
  return total;
}

/** The columns of the areas as CSV. */
export const COVERAGE_COLUMNS = ['postal_area', 'municipality', ...COUNTS.map(([name]) => name)];

/** Returns the line of an area in CSV. */
export function coverageCells(area: AreaCoverage): string[] {
  return [area.postalArea, area.municipality, ...COUNTS.map(([, of]) => String(area[of]))];
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((100 * part) / whole);
}
