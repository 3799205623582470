import '@mantine/charts/styles.css';
import { BarChart, type BarChartSeries } from '@mantine/charts';
import { formatCompact, formatNumber } from '../display/format.js';
import { strings } from './strings.js';
import type { UsageBar } from './usage-bars.js';

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
      aria-label={strings.chart(title, totals.join(', '))}
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
