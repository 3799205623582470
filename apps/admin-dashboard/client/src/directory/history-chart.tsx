import '@mantine/charts/styles.css';
import { AreaChart, LineChart } from '@mantine/charts';
import type { PastDirectory } from '#contract/directory';
import { fill, formatCompact, formatDay, formatNumber, formatTime } from '../display/format.js';
import { FRESHNESS_COLORS } from '../display/freshness-bar.js';
import common from '../strings.json';
import strings from './strings.json';

const NO_LAYER = { accessibilityLayer: false };
const STILL = { isAnimationActive: false };
const SERIES = {
  freshness: (['fresh', 'stale', 'unknown'] as const).map((name) => ({
    name,
    label: common.freshness[name],
    color: FRESHNESS_COLORS[name],
  })),
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
    'aria-label': fill(strings.chart, { title, current }),
    data,
    dataKey: 'at',
    series,
    withLegend: true,
    valueFormatter: formatNumber,
    // A time scale, because runs are not evenly spaced.
    xAxisProps: { type: 'number', scale: 'time', domain: ['dataMin', 'dataMax'], tickFormatter: formatDay },
    // Also called without a value.
    tooltipProps: { labelFormatter: (at: unknown) => (typeof at === 'number' ? formatTime(at) : '') },
    yAxisProps: { tickFormatter: formatCompact, width: 48 },
    curveType: 'linear',
  } as const;
  if (shows === 'size') return <LineChart {...chart} lineChartProps={NO_LAYER} lineProps={STILL} />;
  const stacked = { type: 'stacked', fillOpacity: 0.5 } as const;
  return <AreaChart {...chart} {...stacked} areaChartProps={NO_LAYER} areaProps={STILL} />;
}
