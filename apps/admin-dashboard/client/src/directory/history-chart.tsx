import '@mantine/charts/styles.css';
import { AreaChart, LineChart } from '@mantine/charts';
import type { PastDirectory } from '#contract/directory';
import { formatCompact, formatDay, formatNumber, formatTime } from '../display/format.js';
import { FRESHNESS_COLORS } from '../display/freshness-bar.js';
import { common } from '../strings.js';
import { strings } from './strings.js';

const SERIES = {
  freshness: [
    { name: 'fresh', label: common.freshness.fresh, color: FRESHNESS_COLORS.fresh },
    { name: 'stale', label: common.freshness.stale, color: FRESHNESS_COLORS.stale },
    { name: 'unknown', label: common.freshness.unknown, color: FRESHNESS_COLORS.unknown },
  ],
  size: [
    { name: 'doctors', label: strings.doctors, color: 'var(--good)' },
    { name: 'clinics', label: strings.clinics, color: 'blue.5' },
  ],
};

interface HistoryChartProps {
  readonly title: string;
  readonly history: readonly PastDirectory[];
  readonly shows: keyof typeof SERIES;
}

/** Shows the past versions of the directory over time. */
export function HistoryChart({ title, history, shows }: HistoryChartProps) {
  const series = SERIES[shows];
  const data = history.map(({ at, doctors, clinics, freshness }) => ({
    at: Date.parse(at),
    doctors,
    clinics,
    ...freshness,
  }));
  const last = data.at(-1) as Record<string, number> | undefined;
  const current = series.map(({ name, label }) => `${label} ${formatNumber(last?.[name] ?? 0)}`).join(', ');
  const chart = {
    h: 260,
    role: 'img',
    'aria-label': strings.chart(title, current),
    data,
    dataKey: 'at',
    series,
    withLegend: true,
    valueFormatter: formatNumber,
    // A time scale, because runs are not evenly spaced.
    xAxisProps: {
      type: 'number' as const,
      scale: 'time' as const,
      domain: ['dataMin', 'dataMax'],
      tickFormatter: formatDay,
    },
    tooltipProps: {
      // Also called without a value.
      labelFormatter: (at: unknown) => (typeof at === 'number' ? formatTime(at) : ''),
    },
    yAxisProps: { tickFormatter: formatCompact, width: 48 },
    curveType: 'linear' as const,
  };
  const chartProps = { accessibilityLayer: false };
  return shows === 'freshness' ? (
    <AreaChart
      {...chart}
      type="stacked"
      fillOpacity={0.5}
      areaChartProps={chartProps}
      areaProps={{ isAnimationActive: false }}
    />
  ) : (
    <LineChart {...chart} lineChartProps={chartProps} lineProps={{ isAnimationActive: false }} />
  );
}
