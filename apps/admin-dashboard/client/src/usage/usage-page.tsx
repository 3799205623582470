import { SegmentedControl, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Usage } from '../../../contract/dashboard-api.js';
import { number } from '../format.js';
import { oneOf, useAddressState } from '../parts/address-state.js';
import { Answer } from '../parts/answer.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { WideTable } from '../parts/wide-table.js';
import { usageQuestion } from '../questions.js';
import { TEXTS } from '../texts.js';
import { OperationTable } from './operation-table.js';
import { UsageChart } from './usage-chart.js';
import { usageSteps } from './usage-steps.js';

const { usage: texts } = TEXTS;
const RANGES = Object.entries(texts.ranges).map(([value, label]) => ({ value, label }));

/** Who asks the API for what, and what it refuses. */
export default function UsagePage() {
  const [get, set] = useAddressState();
  const hours = oneOf(get('hours'), texts.ranges) ?? '24';
  const answer = useQuery(usageQuestion(Number(hours)));
  return (
    <Page
      title={TEXTS.pages.usage}
      actions={
        <SegmentedControl
          aria-label={texts.range}
          data={RANGES}
          value={hours}
          onChange={(value) => set({ hours: value === '24' ? '' : value })}
        />
      }
    >
      <Answer to={answer}>{(usage) => <Pictures usage={usage} />}</Answer>
    </Page>
  );
}

const KIND_SERIES = [
  { name: 'live', label: texts.kinds.live, color: 'var(--good)' },
  { name: 'gateway', label: texts.kinds.gateway, color: 'blue.5' },
  { name: 'sandbox', label: texts.kinds.sandbox, color: 'var(--warn)' },
  { name: 'admin', label: texts.kinds.admin, color: 'grape.5' },
  { name: 'none', label: texts.kinds.none, color: 'var(--quiet)' },
];
const REFUSAL_SERIES = [
  { name: '401', label: texts.statuses['401'], color: 'var(--quiet)' },
  { name: '403', label: texts.statuses['403'], color: 'var(--warn)' },
  { name: '429', label: texts.statuses['429'], color: 'var(--bad)' },
];

function Pictures({ usage }: { readonly usage: Usage }) {
  if (usage.byOperation.length === 0) {
    return (
      <Panel title={texts.byKind}>
        <Nothing title={texts.empty} hint={texts.emptyHint} />
      </Panel>
    );
  }
  const { requests, refusals } = usageSteps(usage.byHour);
  const isRefused = refusals.some((step) => REFUSAL_SERIES.some(({ name }) => Number(step[name]) > 0));
  return (
    <>
      <Panel title={texts.byKind}>
        <UsageChart title={texts.byKind} steps={requests} series={KIND_SERIES} />
      </Panel>
      <Panel title={texts.refusals}>
        {isRefused ? (
          <UsageChart title={texts.refusals} steps={refusals} series={REFUSAL_SERIES} />
        ) : (
          <Text c="dimmed">{texts.noRefusals}</Text>
        )}
      </Panel>
      <Panel title={texts.topKeys}>
        <TopKeys usage={usage} />
      </Panel>
      <Panel title={texts.byOperation}>
        <OperationTable rows={usage.byOperation} />
      </Panel>
    </>
  );
}

function TopKeys({ usage: { topKeys } }: { readonly usage: Usage }) {
  if (topKeys.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  const { label, prefix, kind } = TEXTS.keys.columns;
  return (
    <WideTable
      label={texts.topKeys}
      minWidth={560}
      heads={[label, prefix, kind, texts.requests, texts.refused]}
    >
      {topKeys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td className="broken">{key.label}</Table.Td>
          <Table.Td ff="monospace">{key.prefix}…</Table.Td>
          <Table.Td>{TEXTS.keys.kinds[key.kind]}</Table.Td>
          <Table.Td>{number(key.requests)}</Table.Td>
          <Table.Td>{number(key.refused)}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}
