import { Anchor, Button, Code, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Usage } from '../../../contract/usage.js';
import { number } from '../format.js';
import { oneOf, useAddressState } from '../parts/address-state.js';
import { Answer } from '../parts/answer.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { WideTable } from '../parts/wide-table.js';
import { keysQuestion, usageQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';
import { OperationTable } from './operation-table.js';
import { UsageChart } from './usage-chart.js';
import { usageSteps } from './usage-steps.js';

const { usage: texts } = TEXTS;
const RANGES = Object.entries(texts.ranges).map(([value, label]) => ({ value, label }));

/** Who asks the API for what, and what it refuses. */
export default function UsagePage() {
  const [get, set] = useAddressState();
  const hours = oneOf(get('hours'), texts.ranges) ?? '24';
  const key = get('key') || undefined;
  const answer = useQuery(usageQuestion(Number(hours), key));
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
      {key && <OnlyKey id={key} onAll={() => set({ key: '' })} />}
      <Answer to={answer}>{(usage) => <Pictures usage={usage} ofKey={key !== undefined} />}</Answer>
    </Page>
  );
}

/** Says which key is looked at alone, and leads back to all. */
function OnlyKey({ id, onAll }: { readonly id: string; readonly onAll: () => void }) {
  const { data } = useQuery(keysQuestion({ text: id, limit: 1 }));
  const key = data?.keys[0];
  return (
    <Group gap="sm">
      <Text>
        {texts.only} {key && <strong>{key.label}</strong>} <Code>{key ? `${key.prefix}…` : id}</Code>
      </Text>
      <Button variant="default" size="xs" onClick={onAll}>
        {texts.allKeys}
      </Button>
    </Group>
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

/** @param ofKey whether it is that of one key: then nothing is told apart by key or kind */
function Pictures({ usage, ofKey }: { readonly usage: Usage; readonly ofKey: boolean }) {
  const title = ofKey ? texts.ofKey : texts.byKind;
  if (usage.byOperation.length === 0) {
    return (
      <Panel title={title}>
        <Nothing title={texts.empty} hint={texts.emptyHint} />
      </Panel>
    );
  }
  const { requests, refusals } = usageSteps(usage.byHour);
  const series = ofKey ? KIND_SERIES.filter(({ name }) => name === usage.topKeys[0]?.kind) : KIND_SERIES;
  const isRefused = refusals.some((step) => REFUSAL_SERIES.some(({ name }) => Number(step[name]) > 0));
  return (
    <>
      <Panel title={title}>
        <UsageChart title={title} steps={requests} series={series} />
      </Panel>
      <Panel title={texts.refusals}>
        {isRefused ? (
          <UsageChart title={texts.refusals} steps={refusals} series={REFUSAL_SERIES} />
        ) : (
          <Text c="dimmed">{texts.noRefusals}</Text>
        )}
      </Panel>
      {!ofKey && (
        <Panel title={texts.topKeys}>
          <TopKeys usage={usage} />
        </Panel>
      )}
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
          <Table.Td className="broken">
            <Anchor component={Link} to={`/usage?key=${key.id}`}>
              {key.label}
            </Anchor>
          </Table.Td>
          <Table.Td ff="monospace">{key.prefix}…</Table.Td>
          <Table.Td>{TEXTS.keys.kinds[key.kind]}</Table.Td>
          <Table.Td>{number(key.requests)}</Table.Td>
          <Table.Td>{number(key.refused)}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}
