import '@mantine/charts/styles.css';
import { AreaChart, LineChart } from '@mantine/charts';
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryState, PastDirectory } from '#contract/directory/directory';
import { queryOf } from '../api/queries.js';
import { fill, formatCompact, formatDay, formatNumber, formatTime } from '../display/format.js';
import { FRESHNESS_COLORS, FreshnessBar } from '../display/freshness-bar.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';
import { ClinicMap } from './clinic-map.js';
import { EvidencePanel } from './evidence-panel.js';
import { ExplanationPanel } from './explanation-panel.js';

const { common, directory: strings } = TEXTS;

/** Freshness and size of the directory, now and over the runs, and a map of its clinics. */
export default function DirectoryPage({ title }: PageContentProps) {
  const state = useQuery(queryOf('getDirectory'));
  const map = useQuery(queryOf('getClinicMap'));
  return (
    <Page title={title}>
      <Loaded query={state}>{(directory) => <Charts directory={directory} />}</Loaded>
      <Panel title={strings.map} lead={strings.mapLead}>
        <Loaded query={map}>
          {({ clinics }) =>
            clinics.length === 0 ? (
              <Empty title={strings.empty} hint={strings.emptyHint} />
            ) : (
              <ClinicMap clinics={clinics} />
            )
          }
        </Loaded>
      </Panel>
      <EvidencePanel />
      <ExplanationPanel />
    </Page>
  );
}

function Charts({ directory }: { readonly directory: DirectoryState }) {
  const { history, freshness, register } = directory;
  return (
    <Stack gap="lg">
      <Panel title={strings.now}>
        <FreshnessBar share={freshness} freshDays={register.freshDays} />
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {(['freshness', 'size'] as const).map((shows) => (
          <Panel key={shows} title={strings.charts[shows]}>
            {history.length > 1 ? (
              <HistoryChart title={strings.charts[shows]} history={history} shows={shows} />
            ) : (
              <Empty title={strings.tooFew} hint={strings.tooFewHint} />
            )}
          </Panel>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

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
function HistoryChart({ title, history, shows }: HistoryChartProps) {
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
