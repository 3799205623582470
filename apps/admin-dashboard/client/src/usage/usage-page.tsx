import { Button, Code, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChannelUsage, Usage } from '#contract/service/usage';
import { queryOf } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { type Column, type Table, TablePanel } from '../lists/data-table.js';
import { choicesOf, oneOf, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';
import { usageBars, UsageChart } from './usage-chart.js';

const { common, usage: strings } = TEXTS;

const DEFAULT_HOURS = '24';

/** Requests to the API: by whom, for what, and which were rejected. */
export default function UsagePage({ title }: PageContentProps) {
  const { get, set } = useUrlState();
  const hours = oneOf(get('hours'), strings.ranges) ?? DEFAULT_HOURS;
  const key = get('key') || undefined;
  const query = useQuery(queryOf('getUsage', { query: { hours: Number(hours), key } }));
  return (
    <Page
      title={title}
      actions={
        <SegmentedControl
          aria-label={strings.range}
          data={choicesOf(strings.ranges)}
          value={hours}
          onChange={(value) => set({ hours: value === DEFAULT_HOURS ? '' : value })}
        />
      }
    >
      {key && <SelectedKey id={key} onClear={() => set({ key: '' })} />}
      <Loaded query={query}>{(usage) => <UsagePanels usage={usage} ofKey={key !== undefined} />}</Loaded>
    </Page>
  );
}

function SelectedKey({ id, onClear }: { readonly id: string; readonly onClear: () => void }) {
  const { data } = useQuery(queryOf('listKeys', { query: { text: id, limit: 1 } }));
  const key = data?.keys[0];
  return (
    <Group gap="sm">
      <Text>
        {strings.onlyKey} {key && <strong>{key.label}</strong>} <Code>{key ? `${key.prefix}…` : id}</Code>
      </Text>
      <Button size="xs" onClick={onClear}>
        {strings.allKeys}
      </Button>
    </Group>
  );
}

const { keyKinds } = common;
const KIND_SERIES = [
  { name: 'live', label: keyKinds.live, color: 'var(--good)' },
  { name: 'gateway', label: keyKinds.gateway, color: 'blue.5' },
  { name: 'sandbox', label: keyKinds.sandbox, color: 'var(--warn)' },
  { name: 'admin', label: keyKinds.admin, color: 'grape.5' },
  { name: 'none', label: strings.noKey, color: 'var(--quiet)' },
];
const REFUSAL_COLORS = { 401: 'var(--quiet)', 403: 'var(--warn)', 429: 'var(--bad)' };
const REFUSAL_SERIES = ([401, 403, 429] as const).map((status) => ({
  name: String(status),
  label: `${status} ${common.refusals[status]}`,
  color: REFUSAL_COLORS[status],
}));

/** @param ofKey whether the usage is that of one key, which has one kind */
function UsagePanels({ usage, ofKey }: { readonly usage: Usage; readonly ofKey: boolean }) {
  const { byHour, byOperation, byChannel, topKeys } = usage;
  const title = ofKey ? strings.ofKey : strings.byKind;
  if (byOperation.length === 0) {
    return (
      <Panel title={title}>
        <Empty title={strings.empty} hint={strings.emptyHint} />
      </Panel>
    );
  }
  const series = ofKey ? KIND_SERIES.filter(({ name }) => name === topKeys[0]?.kind) : KIND_SERIES;
  const hasRefusals = byHour.some(({ refusals }) => Object.values(refusals).some((count) => count > 0));
  return (
    <>
      <Panel title={title}>
        <UsageChart title={title} bars={usageBars(byHour, ({ requests }) => requests)} series={series} />
      </Panel>
      <Panel title={strings.refusals}>
        {hasRefusals ? (
          <UsageChart
            title={strings.refusals}
            bars={usageBars(byHour, ({ refusals }) => refusals)}
            series={REFUSAL_SERIES}
          />
        ) : (
          <Text c="dimmed">{strings.noRefusals}</Text>
        )}
      </Panel>
      {!ofKey && <TablePanel title={strings.topKeys} table={TOP_KEYS} rows={topKeys} />}
      <OperationTable counts={byOperation} />
      {byChannel.length > 0 && (
        <TablePanel
          title={strings.byChannel}
          above={<Note mb="sm">{strings.byChannelHint}</Note>}
          table={CHANNELS}
          rows={byChannel}
        />
      )}
    </>
  );
}

const TOP_KEYS: Table<Usage['topKeys'][number]> = {
  minWidth: 560,
  empty: strings.empty,
  columns: [
    {
      head: strings.label,
      cell: ({ id, label }) => <PageLink to={`/usage?key=${id}`} label={label} />,
      cellProps: { className: 'broken' },
    },
    { head: strings.prefix, cell: ({ prefix }) => `${prefix}…`, cellProps: { ff: 'monospace' } },
    { head: strings.kind, cell: ({ kind }) => keyKinds[kind] },
    { head: strings.requests, number: 'requests' },
    { head: strings.refused, number: 'refused' },
  ],
};

const atMost = (milliseconds: number | null) =>
  milliseconds === null ? strings.longer : fill(strings.milliseconds, { count: formatNumber(milliseconds) });

const CHANNELS: Table<ChannelUsage> = {
  minWidth: 720,
  columns: [
    { head: strings.operation, text: 'operation', isRowHead: true },
    { head: strings.channel, cell: ({ channel }) => common.channels[channel] },
    { head: strings.requests, number: 'requests' },
    { head: strings.failed, number: 'failed' },
    { head: strings.half, cell: ({ half }) => atMost(half) },
    { head: strings.most, cell: ({ most }) => atMost(most) },
  ],
};

type Counts = Usage['byOperation'];
type OperationRow = readonly [operation: string, counts: Counts];

const totalOf = ([, counts]: OperationRow) => counts.reduce((sum, { requests }) => sum + requests, 0);

/** Shows a row for each operation and a column for each status that occurred. */
function OperationTable({ counts }: { readonly counts: Counts }) {
  const statuses = [...new Set(counts.map(({ status }) => status))].toSorted((a, b) => a - b);
  const operations = [...Map.groupBy(counts, ({ operation }) => operation)];
  const columns: Column<OperationRow>[] = [
    { head: strings.operation, cell: ([operation]) => operation, isRowHead: true },
    ...statuses.map((status) => ({
      head: String(status),
      cell: ([, ofOperation]: OperationRow) => {
        const count = ofOperation.find((one) => one.status === status);
        return count ? formatNumber(count.requests) : '–';
      },
    })),
    { head: strings.total, cell: (row) => formatNumber(totalOf(row)), cellProps: { fw: 600 } },
  ];
  const rows = operations.toSorted((a, b) => totalOf(b) - totalOf(a));
  const minWidth = 320 + statuses.length * 70;
  return <TablePanel title={strings.byOperation} table={{ minWidth, columns }} rows={rows} />;
}
