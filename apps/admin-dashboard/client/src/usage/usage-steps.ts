import type { UsageHour } from '../../../contract/usage.js';
import { dayOfYear, hourOfDay } from '../format.js';

/** One bar of a chart: what stands below it, and a count for each series. */
export type UsageStep = Readonly<Record<string, number | string>>;

/** More bars than this cannot be told apart: from here on one stands for a day, in the reader's zone. */
const MOST_HOURS = 48;

/** Counts as the charts draw them, by the hour or by the day. */
export function usageSteps(hours: readonly UsageHour[]): {
  requests: readonly UsageStep[];
  refusals: readonly UsageStep[];
} {
  const nameOf = hours.length > MOST_HOURS ? dayOfYear : hourOfDay;
  return {
    requests: summed(hours, nameOf, ({ requests }) => requests),
    refusals: summed(hours, nameOf, ({ refusals }) => refusals),
  };
}

function summed(
  hours: readonly UsageHour[],
  nameOf: (iso: string) => string,
  countsOf: (hour: UsageHour) => Readonly<Record<string, number>>,
): readonly UsageStep[] {
  const steps = new Map<string, Record<string, number>>();
  for (const hour of hours) {
    const name = nameOf(hour.hour);
    const step = steps.get(name) ?? {};
    for (const [series, count] of Object.entries(countsOf(hour))) step[series] = (step[series] ?? 0) + count;
    steps.set(name, step);
  }
  return Array.from(steps, ([step, counts]) => ({ step, ...counts }));
}
