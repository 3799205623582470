import '@mantine/charts/styles.css';
import { BarChart, type BarChartSeries } from '@mantine/charts';
import type { UsageHour } from '#contract/service/usage';
import { fill, formatCompact, formatDay, formatHour, formatNumber } from '../display/format.js';
import { TEXTS } from '../language/texts.js';

const { usage: strings } = TEXTS;

interface UsageChartProps {
  readonly title: string;
  readonly bars: readonly UsageBar[];
  readonly series: readonly BarChartSeries[];
}

/** Shows counts over time. */
export function UsageChart({ title, bars, series }: UsageChartProps) {
  const totals = series.map(({ name, label }) => {
    const total = bars.reduce((sum, bar) => sum + Number(bar[name] ?? 0), 0);
    return `${label} ${formatNumber(total)}`;
  });
  return (
    <BarChart
      h={280}
      role="img"
      aria-label={fill(strings.chart, { title, totals: totals.join(', ') })}
      type="stacked"
      data={[...bars]}
      dataKey="label"
      series={[...series]}
      withLegend
      valueFormatter={formatNumber}
      yAxisProps={{ tickFormatter: formatCompact, allowDecimals: false, width: 48 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
    />
  );
}

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
