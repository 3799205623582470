import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PastChange, RecordCorrection, RecordDetails } from '#contract/directory/records';
import { useMay } from '../api/queries.js';
import { openCorrection, openHideOrPin } from '../corrections/correction-dialogs.js';
import { whatOf, WITHDRAWAL } from '../corrections/correction-table.js';
import { EvidenceTable } from '../directory/evidence-panel.js';
import { ExplanationPanel, ExplanationSentences } from '../directory/explanation-panel.js';
import { fill, formatTime, wordOf } from '../display/format.js';
import { Page, Panel } from '../display/page.js';
import { PageLink, RecordLink } from '../display/page-link.js';
import { Facts, Note, Time } from '../display/values.js';
import { type Table, TablePanel, withNote } from '../lists/data-table.js';
import { useUrlState } from '../lists/url-state.js';
import { recordPage } from '../lists/record-page.js';
import { changeColumns } from '../runs/changed-fields.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import { RecordView } from './record-view.js';

const { corrections, common, records: strings } = TEXTS;
const { words } = common;

const REFRESH_MS = 1_000;

/** Everything that is known about a doctor or a clinic. */
export default recordPage('getRecord', {
  back: [strings.back, '/records'],
  refresh: (details) => details?.isBehind === true && REFRESH_MS,
  Sections: RecordSections,
});

function RecordSections({ answer: details }: { readonly answer: RecordDetails }) {
  const { record, key, name, doctor, clinic, stored, survivor, listed, history, view, isBehind } = details;
  const { get } = useUrlState();
  const isDoctor = record === 'doctor';
  const path = isDoctor ? `doctors/${key}` : `clinics/${key}`;
  return (
    <Page
      title={name}
      lead={`${strings.kinds[record]} ${key}`}
      actions={<Badge variant="light">{stateOf(details)}</Badge>}
    >
      {survivor !== null && (
        <Text>
          {strings.mergedInto} <RecordLink record="clinic" id={survivor} label={survivor} />
        </Text>
      )}
      <Stack gap="xs">
        <ExplanationSentences explanation={listed} />
        <Folded title={strings.whyNot} isOpenAtFirst={get('record') !== ''}>
          <ExplanationPanel record={{ list: isDoctor ? 'doctors' : 'clinics', id: key }} />
        </Folded>
      </Stack>
      <Panel
        title={strings.view}
        actions={<PageLink to={`/reviews?text=${key}`} size="sm" inherit={false} label={strings.reviews} />}
      >
        {isBehind && <Note role="status">{strings.behind}</Note>}
        {view ? <RecordView view={view} /> : <Text c="dimmed">{strings.noAnswer}</Text>}
      </Panel>
      <Corrections details={details} />
      <TablePanel title={strings.history} lead={strings.historyLead} table={HISTORY} rows={history} />
      {(doctor ?? clinic) && (
        <Folded title={strings.evidence}>
          <Panel title={strings.evidence} lead={strings.evidenceLead}>
            <EvidenceTable id={key} />
          </Panel>
        </Folded>
      )}
      {(doctor ?? clinic) && (
        <Folded title={strings.answer}>
          <Panel title={strings.answer} lead={fill(strings.answerLead, { path })}>
            <Raw record={doctor ?? clinic!} />
          </Panel>
        </Folded>
      )}
      <Folded title={strings.stored}>
        <Panel title={strings.stored} lead={strings.storedLead}>
          <Raw record={stored} />
        </Panel>
      </Folded>
    </Page>
  );
}

function stateOf({ hidden, survivor, stored, record }: RecordDetails): string {
  if (hidden) return strings.states.hidden;
  if (survivor !== null) return strings.states.merged;
  const endedAt = stored[record === 'doctor' ? 'expiredAt' : 'closedAt'];
  return typeof endedAt === 'string'
    ? fill(strings.states[record], { time: formatTime(endedAt) })
    : strings.states.listed;
}

const HISTORY: Table<PastChange> = {
  minWidth: 640,
  empty: strings.historyEmpty,
  columns: [
    {
      head: strings.run,
      cell: ({ runId, source, startedAt }) =>
        withNote(
          <PageLink to={`/runs/${runId}`} label={wordOf(words.sources, source)} />,
          <Time at={startedAt} />,
        ),
    },
    ...changeColumns<PastChange>(({ source }) => source),
  ],
};

/** What operators say about the record, and what they can say. */
function Corrections({ details }: { readonly details: RecordDetails }) {
  const mayDecide = useMay('operator');
  const actions = mayDecide && (
    <Group gap="xs">
      <Button size="xs" onClick={() => openCorrection(details)}>
        {corrections.correct}
      </Button>
      {(['hide', 'pin'] as const).map((kind) => (
        <Button key={kind} size="xs" onClick={() => openHideOrPin(kind, details)}>
          {corrections[kind]}
        </Button>
      ))}
    </Group>
  );
  return (
    <TablePanel
      title={strings.corrections}
      actions={actions}
      table={CORRECTIONS}
      rows={details.corrections}
    />
  );
}

const CORRECTIONS: Table<RecordCorrection> = {
  minWidth: 640,
  empty: strings.correctionsEmpty,
  columns: [
    {
      head: strings.correction,
      cell: (correction) =>
        withNote(corrections.kinds[correction.kind], whatOf(correction), { className: 'broken' }),
    },
    { head: strings.why, cell: ({ why }) => <English text={why} />, cellProps: { className: 'broken' } },
    { head: strings.madeBy, cell: ({ madeBy, madeAt }) => withNote(madeBy, <Time at={madeAt} />) },
    {
      head: strings.until,
      cell: ({ until, endedAt }) =>
        endedAt === null ? (
          <Time at={until} fallback={strings.noEnd} />
        ) : (
          fill(strings.ended, { time: formatTime(endedAt) })
        ),
    },
    WITHDRAWAL,
  ],
};

/** A part that is closed until a person opens it: what it shows is loaded then. */
function Folded({ title, isOpenAtFirst = false, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details className="folded" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/** Shows a record as programs see it, in every language with the same names. */
function Raw({ record }: { readonly record: object }) {
  return (
    <div translate="no">
      <Facts facts={factsOf(record)} />
    </div>
  );
}

/** Members that have a part of the page of their own. */
const ELSEWHERE = ['clinics', 'doctors', 'reviews'];

/** Lists the members of a record with their values; those of an object by its name and theirs. */
function factsOf(record: object, prefix = ''): [string, string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    if (prefix === '' && ELSEWHERE.includes(name)) return [];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return factsOf(value as object, `${prefix}${name}.`);
    }
    return [[`${prefix}${name}`, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return strings.noValue;
  if (typeof value === 'boolean') return value ? strings.yes : strings.no;
  if (!Array.isArray(value)) return `${value as string | number}`;
  return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(', ');
}
