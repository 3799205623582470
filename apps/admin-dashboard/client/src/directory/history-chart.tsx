import '@mantine/charts/styles.css';
import { AreaChart, LineChart } from '@mantine/charts';
import type { DirectoryThen } from '../../../contract/directory.js';
import { compactNumber, dayOfYear, moment, number } from '../format.js';
import { FRESHNESS_COLOURS } from '../parts/freshness-bar.js';
import { TEXTS } from '../texts/texts.js';

const { directory: texts } = TEXTS;

const SERIES = {
  freshness: [
    { name: 'fresh', label: TEXTS.freshness.fresh, color: FRESHNESS_COLOURS.fresh },
    { name: 'stale', label: TEXTS.freshness.stale, color: FRESHNESS_COLOURS.stale },
    { name: 'unknown', label: TEXTS.freshness.unknown, color: FRESHNESS_COLOURS.unknown },
  ],
  size: [
    { name: 'doctors', label: texts.doctors, color: 'var(--good)' },
    { name: 'clinics', label: texts.clinics, color: 'blue.5' },
  ],
};

interface HistoryChartProps {
  readonly title: string;
  readonly history: readonly DirectoryThen[];
  readonly shows: keyof typeof SERIES;
}

/** How the directory went on from version to version. */
export function HistoryChart({ title, history, shows }: HistoryChartProps) {
  const series = SERIES[shows];
  const data = history.map(({ at, doctors, clinics, freshness }) => ({
    at: Date.parse(at),
    doctors,
    clinics,
    ...freshness,
  }));
  const last = data.at(-1) as Record<string, number> | undefined;
  const now = series.map(({ name, label }) => `${label} ${number(last?.[name] ?? 0)}`).join(', ');
  const chart = {
    h: 260,
    role: 'img',
    'aria-label': texts.chart(title, now),
    data,
    dataKey: 'at',
    series,
    withLegend: true,
    valueFormatter: number,
    // Runs are as far apart as they were in time.
    xAxisProps: {
      type: 'number' as const,
      scale: 'time' as const,
      domain: ['dataMin', 'dataMax'],
      tickFormatter: (at: number) => dayOfYear(new Date(at).toISOString()),
    },
    tooltipProps: {
      // Asked also while nothing is pointed at.
      labelFormatter: (at: unknown) => (typeof at === 'number' ? moment(new Date(at).toISOString()) : ''),
    },
    yAxisProps: { tickFormatter: compactNumber, width: 48 },
    curveType: 'linear' as const,
  };
  const quiet = { accessibilityLayer: false };
  return shows === 'freshness' ? (
    <AreaChart
      {...chart}
      type="stacked"
      fillOpacity={0.5}
      areaChartProps={quiet}
      areaProps={{ isAnimationActive: false }}
    />
  ) : (
    <LineChart {...chart} lineChartProps={quiet} lineProps={{ isAnimationActive: false }} />
  );
}
