import type { UsageHour } from '#contract/usage';
import { formatDay, formatHour } from '../display/format.js';

/** One bar of a chart: its label, and a count for each series. */
export type UsageBar = Readonly<Record<string, number | string>>;

/** With more hours than this, a bar stands for a day in the user's time zone. */
const MAX_HOUR_BARS = 48;

/** Sums up counts by hour or by day. */
export function usageBars(
  hours: readonly UsageHour[],
  countsOf: (hour: UsageHour) => Readonly<Record<string, number>>,
): readonly UsageBar[] {
  const labelOf = hours.length > MAX_HOUR_BARS ? formatDay : formatHour;
  const bars = new Map<string, Record<string, number>>();
  for (const hour of hours) {
    const label = labelOf(hour.hour);
    const bar = bars.get(label) ?? {};
    for (const [series, count] of Object.entries(countsOf(hour))) bar[series] = (bar[series] ?? 0) + count;
    bars.set(label, bar);
  }
  return Array.from(bars, ([label, counts]) => ({ label, ...counts }));
}
