import { Code, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditProtocol, HitRate } from '@care-atlas/domain/rules';
import type { Accuracy, Audit, EvidenceRate } from '#contract/directory/accuracy';
import { queryOf } from '../api/queries.js';
import { fill, formatList, formatNumber, formatPercent, wordOf } from '../display/format.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { type Column, type Table, TablePanel, withNote } from '../lists/data-table.js';
import { choicesOf, oneOf, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { namedBy } from '../language/names.js';
import { TEXTS } from '../language/texts.js';

const { accuracy: strings } = TEXTS;

type Item = Accuracy['accuracy'][number];

/** The stratum that is the whole sample. */
const WHOLE_SAMPLE = 'all';
const MIN_WIDTH = 560;

const RATE: readonly Column<HitRate>[] = [
  { head: strings.correct, cell: (rate) => <Share rate={rate} /> },
  {
    head: strings.answers,
    cell: ({ correct, n }) => fill(strings.answersOf, { correct: formatNumber(correct), n: formatNumber(n) }),
  },
  { head: strings.unreachable, number: 'unreachable' },
];
const BY_FIELD: Table<Item> = {
  minWidth: MIN_WIDTH,
  columns: [{ head: strings.field, cell: ({ field }) => strings.fields[field], isRowHead: true }, ...RATE],
};
const BY_STRATUM: Table<Item> = {
  minWidth: MIN_WIDTH,
  empty: strings.noStrata,
  columns: [{ head: strings.stratum, cell: ({ stratum }) => stratumText(stratum), isRowHead: true }, ...RATE],
};
const BY_EVIDENCE: Table<EvidenceRate> = {
  minWidth: MIN_WIDTH,
  columns: [
    {
      head: strings.method,
      cell: ({ method }) => wordOf(strings.methods, method) || strings.unknownMethod,
      isRowHead: true,
    },
    { head: strings.age, cell: ({ age }) => strings.ages[String(age) as keyof typeof strings.ages] },
    ...RATE,
  ],
};
const AUDITS: Table<Audit> = {
  // Leaves a protocol a few lines.
  minWidth: 840,
  empty: strings.noAudits,
  columns: [
    { head: strings.drawn, time: 'drawnAt', isRowHead: true },
    { head: strings.measured, time: 'measuredAt', fallback: strings.open },
    {
      head: strings.protocol,
      cell: ({ protocol, protocolHash }) =>
        withNote(protocolText(protocol), <Exact {...{ protocol, protocolHash }} />),
      cellProps: { className: 'broken' },
    },
  ],
};

/** Says what was drawn and asked. */
function protocolText(protocol: string): string {
  const { size, strata, seed, datasetVersion, fields } = JSON.parse(protocol) as AuditProtocol;
  return fill(strings.protocolOf, {
    size: formatNumber(size),
    strata: formatList(strata.map((by) => wordOf(strings.strataBy, by))) || strings.noStratum,
    seed,
    dataset: datasetVersion,
    fields: formatList(fields.map((field) => wordOf(strings.fields, field))),
  });
}

/** The text of which the hash is, to be checked. */
function Exact({ protocol, protocolHash }: Pick<Audit, 'protocol' | 'protocolHash'>) {
  return (
    <details>
      <summary>{strings.exact}</summary>
      <Code block translate="no">
        {protocol}
      </Code>
      <Code translate="no">{protocolHash}</Code>
    </details>
  );
}

/** Names a part of the sample, such as `area=Toronto`. */
function stratumText(stratum: string): string {
  const [by = '', value = ''] = stratum.split('=');
  const name = namedBy(by, wordOf(strings.strataValues, value));
  return fill(strings.stratumOf, { by: wordOf(strings.strataBy, by), value: name });
}

/** How often the newest audit found the directory right, and the audits behind it. */
export default function AccuracyPage({ title }: PageContentProps) {
  const query = useQuery(queryOf('getAccuracy'));
  return (
    <Page title={title}>
      <Loaded query={query}>
        {(accuracy) => (
          <Stack gap="lg">
            {accuracy.status === 'measured' ? (
              <Measured accuracy={accuracy} />
            ) : (
              <Panel title={strings.title}>
                <Empty title={strings.notMeasured} hint={strings.notMeasuredHint} />
              </Panel>
            )}
            <TablePanel
              title={strings.audits}
              lead={strings.auditsLead}
              table={AUDITS}
              rows={accuracy.audits}
            />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Measured({ accuracy: { accuracy, byEvidence } }: { readonly accuracy: Accuracy }) {
  const { get, set } = useUrlState();
  const field = oneOf(get('field'), strings.fields) ?? 'accepting';
  return (
    <>
      <TablePanel
        title={strings.title}
        lead={strings.lead}
        table={BY_FIELD}
        rows={accuracy.filter(({ stratum }) => stratum === WHOLE_SAMPLE)}
      />
      <TablePanel
        title={strings.strata}
        lead={strings.strataLead}
        actions={
          <NativeSelect
            label={strings.field}
            data={choicesOf(strings.fields)}
            value={field}
            onChange={(event) => set({ field: event.currentTarget.value })}
          />
        }
        table={BY_STRATUM}
        rows={accuracy.filter((item) => item.field === field && item.stratum !== WHOLE_SAMPLE)}
      />
      <TablePanel
        title={strings.evidence}
        lead={strings.evidenceLead}
        table={BY_EVIDENCE}
        rows={byEvidence}
      />
    </>
  );
}

/** Shows a share with its interval, also as a bar from 0 to 100 %. */
function Share({ rate: { pct, low, high } }: { readonly rate: HitRate }) {
  return (
    <Stack gap={4} miw={140}>
      <Text size="sm" className="numbers">
        <b>{pct === null ? strings.noAnswer : formatPercent(pct)}</b>{' '}
        {fill(strings.interval, { low: formatPercent(low), high: formatPercent(high) })}
      </Text>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={low} color="transparent" withAria={false} />
        <Progress.Section value={high - low} color="var(--good)" withAria={false} />
      </Progress.Root>
    </Stack>
  );
}
