import { Alert, Button, Code, Group, Progress, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ImportFigures, ImportJobDetails, ImportState } from '#contract/imports/imports';
import type { RunReject } from '#contract/imports/runs';
import { call, urlOf } from '../api/call.js';
import { reload, useMay } from '../api/queries.js';
import { fill, formatNumber, wordOf } from '../display/format.js';
import { ErrorAlert } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { PageLink, RecordLink } from '../display/page-link.js';
import { Facts, Note, Time } from '../display/values.js';
import { type Table, TablePanel, withNote } from '../lists/data-table.js';
import { recordPage } from '../lists/record-page.js';
import { changeColumns } from '../runs/changed-fields.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import { MendButton, MendedPanel, MendingLinks } from '../mending/mending-links.js';
import { Confirmation } from './confirmation.js';
import { ImportBadge } from './import-badge.js';

const { imports: strings, runs: runStrings } = TEXTS;
const { words } = TEXTS.common;

const POLL_MS = 1_000;
const AT_WORK: readonly ImportState[] = ['waiting', 'checking', 'confirmed', 'importing'];
const CANCELABLE: readonly ImportState[] = ['draft', 'review', 'parked', ...AT_WORK];

/** One uploaded file: what it would do, and then what it did. */
export default recordPage('getImport', {
  back: [strings.back, '/imports'],
  refresh: (job) => (job && AT_WORK.includes(job.state) ? POLL_MS : false),
  Sections,
});

function Sections({ answer: job }: { readonly answer: ImportJobDetails }) {
  const { state, reason, summary, source } = job;
  const isOver = state === 'failed' || state === 'parked';
  return (
    <Page title={job.fileName} lead={strings.sources[source]} actions={<ImportBadge state={state} />}>
      {reason !== '' && (
        <Alert color={isOver ? 'red' : 'orange'} title={REASON_TITLES[state] ?? strings.againTitle}>
          <Text size="sm" className="broken" style={{ whiteSpace: 'pre-line' }}>
            <English text={reason} />
          </Text>
          {state === 'parked' && <RecheckButton id={job.id} />}
        </Alert>
      )}
      {job.mends && <MendedPanel job={{ ...job, mends: job.mends }} />}
      {AT_WORK.includes(state) && <Working job={job} />}
      {summary && <Figures state={state} figures={summary} />}
      {summary && state !== 'done' && (
        <TablePanel
          title={strings.differences}
          lead={partOf(summary.differences.length, summary.changed, strings.partOf)}
          table={DIFFERENCES}
          rows={summary.differences}
        />
      )}
      {summary && summary.rejects.length > 0 && <Rejects job={job} figures={summary} />}
      {state === 'review' && <Confirmation key={job.version} job={job} />}
      <Details job={job} />
    </Page>
  );
}

/** Returns a text that a list is cut; undefined where it is whole, or that is not known. */
function partOf(shown: number, all: number | null, text: string): string | undefined {
  return all !== null && shown < all
    ? fill(text, { shown: formatNumber(shown), all: formatNumber(all) })
    : undefined;
}

const REASON_TITLES: Partial<Record<ImportState, string>> = {
  failed: strings.failedTitle,
  parked: strings.parkedTitle,
};

/** Lets a file be checked again that was set aside. */
function RecheckButton({ id }: { readonly id: string }) {
  const checking = useMutation({
    mutationFn: () => call('recheckImport', { params: { id } }),
    onSuccess: () => {
      notifications.show({ message: strings.rechecked });
      void reload('imports');
    },
  });
  if (!useMay('operator')) return null;
  return (
    <>
      <Button mt="sm" size="xs" loading={checking.isPending} onClick={() => checking.mutate()}>
        {strings.recheck}
      </Button>
      <ErrorAlert error={checking.error} />
    </>
  );
}

/** What the worker does now. */
function Working({ job: { state, progress } }: { readonly job: ImportJobDetails }) {
  const text = progress || strings.states[state];
  const [, percent] = /(\d+)%/.exec(progress) ?? [];
  const isWaiting = state === 'waiting' || state === 'confirmed';
  return (
    <Panel title={strings.working}>
      <Text role="status">{progress ? <English text={progress} /> : text}</Text>
      <Progress
        mt="sm"
        value={percent === undefined ? 100 : Number(percent)}
        animated={percent === undefined}
        aria-label={text}
      />
      {isWaiting && <Note mt="sm">{strings.noWorker}</Note>}
    </Panel>
  );
}

function Figures({ state, figures }: { readonly state: ImportState; readonly figures: ImportFigures }) {
  const { counts, leftOut, unknownColumns, notice, removedSample } = figures;
  const columns = unknownColumns.map(({ column, nearest }) =>
    nearest === null ? column : fill(strings.didYouMean, { column, nearest }),
  );
  return (
    <Panel title={state === 'done' ? strings.did : strings.would}>
      {removedSample && (
        <Text mb="sm" fw={600}>
          {fill(state === 'done' ? strings.sampleWent : strings.sampleGoes, {
            doctors: formatNumber(removedSample.doctors),
            clinics: formatNumber(removedSample.clinics),
            created: formatNumber((counts['created'] ?? 0) + (counts['opened'] ?? 0)),
          })}
        </Text>
      )}
      <Facts
        facts={[
          ...Object.entries(counts).map(
            ([name, count]) =>
              [strings.counts[name as keyof typeof strings.counts] ?? name, formatNumber(count)] as const,
          ),
          ...leftOut.map(
            ({ reason, rows }) => [fill(strings.leftOut, { reason }), formatNumber(rows)] as const,
          ),
          columns.length > 0 && [strings.unknownColumns, columns.join(', ')],
        ]}
      />
      {notice !== null && (
        <Alert mt="md" color="orange" title={strings.noticeTitle}>
          <English text={notice} />
        </Alert>
      )}
    </Panel>
  );
}

type Difference = ImportFigures['differences'][number];

const DIFFERENCES: Table<Difference> = {
  minWidth: 640,
  maxHeight: 480,
  empty: strings.noDifferences,
  columns: [
    {
      head: runStrings.record,
      isRowHead: true,
      cell: ({ record, key, name, change }) =>
        withNote(
          change === 'created' ? name || key : <RecordLink record={record} id={key} label={name || key} />,
          wordOf(words.records, record) + (name !== '' && record === 'doctor' ? ` ${key}` : ''),
          { className: 'broken' },
        ),
    },
    ...changeColumns<Difference>(() => ''),
  ],
};

const REJECTS: Table<RunReject> = {
  minWidth: 560,
  maxHeight: 480,
  columns: [
    { head: runStrings.line, cell: ({ line }) => (line === null ? '' : formatNumber(line)) },
    { head: runStrings.column, text: 'column' },
    { head: runStrings.value, text: 'value', cellProps: { className: 'broken' } },
    { head: runStrings.why, cell: ({ reason }) => <English text={reason} /> },
  ],
};

interface RejectsProps {
  readonly job: ImportJobDetails;
  readonly figures: ImportFigures;
}

function Rejects({ job, figures: { rejects, counts } }: RejectsProps) {
  const { id, state, hasRejects, mends, mendings } = job;
  const all = (counts['rejected'] ?? 0) + (counts['noted'] ?? 0);
  const part = partOf(rejects.length, all, strings.rejectsPart);
  // Mended rows that were not imported yet are mended further.
  const mayMend = hasRejects && (mends === null || state === 'done');
  const file = hasRejects && (
    <Button
      component="a"
      href={urlOf('downloadImportRejects', { params: { id } })}
      download
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {strings.download}
    </Button>
  );
  return (
    <TablePanel
      title={strings.rejects}
      lead={part === undefined ? strings.rejectsLead : `${part} ${strings.rejectsLead}`}
      actions={
        <Group gap="xs">
          {mayMend && <MendButton origin={{ import: id }} />}
          {file}
        </Group>
      }
      above={<MendingLinks mendings={mendings} />}
      table={REJECTS}
      rows={rejects}
    />
  );
}

function Details({ job }: { readonly job: ImportJobDetails }) {
  const { id, state, bytes, fileHash, uploadedBy, uploadedAt, confirmedBy, finishedAt, runId, settings } =
    job;
  const { map, complete, extractedAt, encoding, agency, list, shipped } = settings;
  const mayCancel = useMay('operator') && CANCELABLE.includes(state);
  const canceling = useMutation({
    mutationFn: () => call('cancelImport', { params: { id } }),
    onSuccess: () => {
      notifications.show({ message: strings.canceled });
      void reload('imports');
    },
  });
  const cancel = mayCancel && (
    <Button color="red" variant="default" loading={canceling.isPending} onClick={() => canceling.mutate()}>
      {strings.cancel}
    </Button>
  );
  return (
    <Panel title={strings.details} actions={cancel}>
      <ErrorAlert error={canceling.error} />
      <Facts
        facts={[
          [strings.uploaded, <Time at={uploadedAt} />],
          [strings.by, uploadedBy],
          confirmedBy !== null && [strings.confirmedBy, confirmedBy],
          finishedAt !== null && [strings.finished, <Time at={finishedAt} />],
          runId !== null && [strings.run, <PageLink to={`/runs/${runId}`} label={strings.runLink} />],
          [strings.size, fill(strings.bytes, { count: formatNumber(bytes) })],
          [strings.hash, <Code>{fileHash}</Code>],
          shipped === true && [strings.shipped, strings.shippedMeaning],
          complete && [runStrings.complete, runStrings.completeMeaning],
          map !== undefined && [strings.map, map],
          extractedAt !== undefined && [strings.extractedAt, <Time at={extractedAt} />],
          encoding !== undefined && [strings.encoding, encoding],
          agency !== undefined && [strings.agency, agency],
          list !== undefined && [strings.list, list],
        ]}
      />
    </Panel>
  );
}
