import '@mantine/charts/styles.css';
import { BarChart, type BarChartSeries } from '@mantine/charts';
import { compactNumber, number } from '../format.js';
import { TEXTS } from '../texts/texts.js';
import type { UsageStep } from './usage-steps.js';

interface UsageChartProps {
  readonly title: string;
  readonly steps: readonly UsageStep[];
  readonly series: readonly BarChartSeries[];
}

/** Counts over time, one bar for each step. */
export function UsageChart({ title, steps, series }: UsageChartProps) {
  const totals = series.map(({ name, label }) => {
    const total = steps.reduce((sum, step) => sum + Number(step[name] ?? 0), 0);
    return `${label} ${number(total)}`;
  });
  return (
    <BarChart
      h={280}
      role="img"
      aria-label={TEXTS.usage.chart(title, totals.join(', '))}
      type="stacked"
      data={[...steps]}
      dataKey="step"
      series={[...series]}
      withLegend
      valueFormatter={number}
      yAxisProps={{ tickFormatter: compactNumber, allowDecimals: false, width: 48 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
    />
  );
}
