import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import type { PastChange, RecordCorrection, RecordDetails } from '#contract/directory/records';
import { useMay } from '../api/queries.js';
import { openCorrection, openHideOrPin } from '../corrections/correction-dialogs.js';
import { whatOf, WITHDRAWAL } from '../corrections/correction-table.js';
import { EvidenceTable } from '../directory/evidence-panel.js';
import { ExplanationPanel, ExplanationSentences } from '../directory/explanation-panel.js';
import { fill, formatNumber, formatTime, wordOf } from '../display/format.js';
import { Page, Panel } from '../display/page.js';
import { PageLink, RecordLink } from '../display/page-link.js';
import { Facts, Note, Time } from '../display/values.js';
import { type Table, TablePanel, withNote } from '../lists/data-table.js';
import { recordPage } from '../lists/record-page.js';
import { ChangeBadge, ChangedFields } from '../runs/changed-fields.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { corrections, common, records: strings } = TEXTS;
const { words } = common;

/** Everything that is known about a doctor or a clinic. */
export default recordPage('getRecord', { back: [strings.back, '/records'], Sections: RecordSections });

function RecordSections({ answer: details }: { readonly answer: RecordDetails }) {
  const { record, key, name, doctor, clinic, stored, survivor, listed, history } = details;
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
      <Panel title={strings.listed}>
        <Stack gap="xs">
          <ExplanationSentences explanation={listed} />
        </Stack>
      </Panel>
      <Panel title={strings.answer} lead={fill(strings.answerLead, { path })}>
        {doctor || clinic ? (
          <Stack>
            <Raw record={doctor ?? clinic!} />
            <Relatives details={details} />
          </Stack>
        ) : (
          <Text c="dimmed">{strings.noAnswer}</Text>
        )}
      </Panel>
      {(doctor ?? clinic) && (
        <Panel title={strings.evidence} lead={strings.evidenceLead}>
          <EvidenceTable id={key} />
        </Panel>
      )}
      <Reviews details={details} />
      <TablePanel title={strings.history} lead={strings.historyLead} table={HISTORY} rows={history} />
      <Corrections details={details} />
      <Panel title={strings.stored} lead={strings.storedLead}>
        <Raw record={stored} />
      </Panel>
      <ExplanationPanel record={{ list: isDoctor ? 'doctors' : 'clinics', id: key }} />
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

/** The clinics of a doctor, or the doctors of a clinic. */
function Relatives({ details: { doctor, clinic } }: { readonly details: RecordDetails }) {
  const relatives = doctor
    ? doctor.clinics.map(({ id, name }) => ({ record: 'clinic', id, name }))
    : clinic!.doctors.map(({ cpsoNumber, name }) => ({ record: 'doctor', id: cpsoNumber, name }));
  if (relatives.length === 0) return null;
  return (
    <Group gap="xs" align="baseline">
      <Text fw={600} size="sm">
        {doctor ? strings.clinicsOf : strings.doctorsHere}
      </Text>
      {relatives.map(({ record, id, name }) => (
        <Text key={id} size="sm">
          <RecordLink record={record} id={id} label={name} />
        </Text>
      ))}
    </Group>
  );
}

function Reviews({ details: { reviews } }: { readonly details: RecordDetails }) {
  if (!reviews) return null;
  const { newest, total, signals } = reviews;
  return (
    <Panel title={strings.reviews}>
      {total === 0 ? (
        <Text c="dimmed">{strings.noReviews}</Text>
      ) : (
        <Stack gap="xs">
          <List>
            {signals.map(({ dimension, avgRating, low, high, sampleSize }) => (
              <List.Item key={dimension}>
                {fill(strings.signal, {
                  dimension: wordOf(strings.dimensions, dimension),
                  average: formatNumber(avgRating),
                  low: formatNumber(low),
                  high: formatNumber(high),
                  size: formatNumber(sampleSize),
                })}
              </List.Item>
            ))}
          </List>
          <Note>{fill(strings.reviewCount, { count: formatNumber(total) })}</Note>
          {newest.map(({ author, rating, text, date }, position) => (
            <Text key={position} size="sm" className="broken">
              {fill(strings.review, { stars: '★'.repeat(rating), date, author, text })}
            </Text>
          ))}
        </Stack>
      )}
    </Panel>
  );
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
    { head: strings.history, cell: ({ change }) => <ChangeBadge change={change} /> },
    { head: strings.stored, cell: ({ fields }) => <ChangedFields fields={fields} /> },
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
