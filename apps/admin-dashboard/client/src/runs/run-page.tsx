import { IMPORT_SOURCE_NAMES, sourceKind } from '@care-atlas/domain/records';
import { Alert, Badge, Button, Center, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NamedChange, RejectKind, Run, RunDetails, RunReject } from '#contract/imports/runs';
import { call, urlOf } from '../api/call.js';
import { queryOf } from '../api/queries.js';
import { fill, formatNumber, wordOf } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { PageLink, RecordLink } from '../display/page-link.js';
import { Facts, Note, StatusBadge, Time } from '../display/values.js';
import { type Column, DataTable, type Table, withNote } from '../lists/data-table.js';
import { PagedList, pageQuery } from '../lists/paged-list.js';
import { recordPage } from '../lists/record-page.js';
import { changeColumns } from './changed-fields.js';
import { ReportPanel } from './run-report.js';
import { durationOf, RunCounts, whyEmpty } from './run-table.js';
import { English } from '../language/server-text.js';
import { MendButton, MendedOriginLink, MendingLinks } from '../mending/mending-links.js';
import { TEXTS } from '../language/texts.js';

const { common, runs: strings } = TEXTS;
const { words } = common;

const PAGE_SIZE = 50;
/** Counts of rows and records that a run left as they were. */
const UNCHANGING = ['read', 'unchanged', 'kept', 'waiting', 'rejected'];

/** One run with its counts, rejected rows and changes. */
export default recordPage('getRun', { back: [strings.back, '/runs'], Sections: RunSections });

function RunSections({ answer: run }: { readonly answer: RunDetails }) {
  return (
    <Page
      title={fill(strings.title, { source: wordOf(words.sources, run.source) })}
      lead={run.complete ? strings.completeMeaning : undefined}
      actions={<Badge variant="light">{run.complete ? strings.complete : strings.partial}</Badge>}
    >
      {run.reason !== '' && (
        <Alert
          color={run.status === 'failed' ? 'red' : 'orange'}
          title={run.status === 'failed' ? strings.reason : strings.notice}
        >
          <English text={run.reason} />
        </Alert>
      )}
      <Panel title={strings.details}>
        {run.mends && <MendedOriginLink mends={run.mends} />}
        <Facts
          facts={[
            [strings.status, <StatusBadge status={run.status} />],
            [strings.file, run.fileName ?? strings.noFile],
            [strings.started, <Time at={run.startedAt} />],
            [strings.finished, <Time at={run.finishedAt} fallback={strings.notFinished} />],
            [strings.duration, durationOf(run)],
            [strings.version, run.version ?? strings.noVersion],
            [strings.counts, <RunCounts run={run} />],
          ]}
        />
      </Panel>
      {run.report && <ReportPanel report={run.report} />}
      <RunRejects run={run} kind="row" count={run.counts['rejected'] ?? 0} />
      <RunRejects run={run} kind="field" />
      <RunChanges run={run} />
    </Page>
  );
}

/** Columns of imports that name a record. */
const RECORD_COLUMNS = ['registration_number', 'clinic_id', 'name'];

const REJECTS: Table<RunReject> = {
  minWidth: 560,
  columns: [
    { head: strings.line, cell: ({ line }) => (line === null ? '' : formatNumber(line)) },
    { head: strings.column, text: 'column' },
    {
      head: strings.value,
      cell: ({ column, value }) =>
        RECORD_COLUMNS.includes(column) && value !== '' ? (
          <PageLink to={`/records?q=${encodeURIComponent(value.slice(0, 100))}`} label={value} />
        ) : (
          value
        ),
      cellProps: { className: 'broken' },
    },
    { head: strings.why, cell: ({ reason }) => <English text={reason} /> },
  ],
};

interface RejectsProps {
  readonly run: RunDetails;
  readonly kind: RejectKind;
  /** The number that the run counted, if it is known: without it, an empty list is not shown. */
  readonly count?: number;
}

/** Lists the rejected rows of a run, or the rows of which values were left out, and offers them as a file. */
function RunRejects({ run, kind, count }: RejectsProps) {
  const [page, setPage] = useState(1);
  const params = { id: run.id };
  const query = useQuery(queryOf('listRunRejects', { params, query: { kind, ...pageQuery(page) } }));
  const title = kind === 'row' ? strings.rejects : strings.leftOut;
  if (count === undefined && !query.data?.total) return null;
  // The file has the rows of both lists: it is offered once.
  const hasFile = query.data?.total !== 0 && (kind === 'row' || run.counts['rejected'] === 0);
  return (
    <Panel
      title={title}
      actions={
        hasFile && (
          <Group gap="xs">
            {IMPORT_SOURCE_NAMES.some((name) => name === sourceKind(run.source)) && (
              <MendButton origin={{ run: run.id }} />
            )}
            <Button
              component="a"
              href={urlOf('downloadRunRejects', { params })}
              download
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {strings.download}
            </Button>
          </Group>
        )
      }
    >
      {hasFile && <MendingLinks mendings={run.mendings} />}
      <PagedList
        query={query}
        label={fill(strings.rejectPages, { list: title })}
        page={page}
        setPage={setPage}
        empty={<Text c="dimmed">{whyEmpty(run, count ?? 0, strings.rejectsEmpty)}</Text>}
      >
        {({ rejects, total }) => (
          <>
            {count !== undefined && total < count && (
              <Note>
                {fill(strings.rejectsStored, { stored: formatNumber(total), count: formatNumber(count) })}
              </Note>
            )}
            <DataTable label={title} table={REJECTS} rows={rejects} />
          </>
        )}
      </PagedList>
    </Panel>
  );
}

/** Lists the changes of a run, record by record. */
function RunChanges({ run }: { readonly run: Run }) {
  const changed = Object.entries(run.counts).filter(([name]) => !UNCHANGING.includes(name));
  const empty = whyEmpty(
    run,
    changed.reduce((sum, [, count]) => sum + count, 0),
    strings.changesEmpty,
  );
  const query = useInfiniteQuery({
    queryKey: ['runs', 'listRunChanges', run.id],
    queryFn: ({ pageParam: after }) =>
      call('listRunChanges', { params: { id: run.id }, query: { after, limit: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Panel title={strings.changes}>
      <Loaded query={query}>
        {({ pages }) => (
          <DataTable
            label={strings.changes}
            table={{
              minWidth: 640,
              columns: [RECORD, ...changeColumns<NamedChange>(() => run.source)],
              empty,
            }}
            rows={pages.flatMap(({ changes }) => changes)}
          />
        )}
      </Loaded>
      {query.hasNextPage && (
        <Center mt="md">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {common.showMore}
          </Button>
        </Center>
      )}
    </Panel>
  );
}

const RECORD: Column<NamedChange> = {
  head: strings.record,
  cell: ({ record, key, name }) =>
    withNote(
      <RecordLink record={record} id={key} label={name || key} />,
      record === 'doctor' ? `${wordOf(words.records, record)} ${key}` : wordOf(words.records, record),
    ),
  cellProps: { className: 'broken' },
};
