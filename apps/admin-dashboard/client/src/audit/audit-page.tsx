import { Button, Code, Group, Select, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEvent } from '#contract/service/audit';
import { download } from '../api/call.js';
import { queryOf, useMay } from '../api/queries.js';
import { deviceText } from '../display/device.js';
import { Empty, ErrorAlert } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import { PagedList, pageQuery, SearchField } from '../lists/paged-list.js';
import { choicesOf, oneOf, type UrlState, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';

const { audit: strings } = TEXTS;

/** The audit log. */
export default function AuditPage({ title }: PageContentProps) {
  const { get, set, page, setPage } = useUrlState();
  const filter = {
    text: get('text') || undefined,
    action: oneOf(get('action'), strings.actions),
    from: toUtc(get('from')),
    to: toUtc(get('to')),
  };
  const query = useQuery(queryOf('listAuditEvents', { query: { ...filter, ...pageQuery(page) } }));
  const exporting = useMutation({
    mutationFn: () => download('exportAudit', { body: filter }),
    onSuccess: () => notifications.show({ message: strings.exported }),
  });
  const mayExport = useMay('operator');
  const exportButton = mayExport && (
    <Button
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {strings.export}
    </Button>
  );
  const empty = <Empty title={strings.empty} hint={strings.emptyHint} />;
  return (
    <Page title={title} lead={strings.lead} actions={exportButton}>
      <ErrorAlert error={exporting.error} />
      <Panel title={strings.records}>
        <AuditFilters get={get} set={set} />
        <PagedList query={query} label={strings.pages} page={page} setPage={setPage} empty={empty}>
          {({ events: rows }) => (
            <DataTable label={strings.records} minWidth={820} columns={COLUMNS} rows={rows} />
          )}
        </PagedList>
      </Panel>
    </Page>
  );
}

/** Converts a local time of an input field; undefined if it is invalid. */
function toUtc(local: string): string | undefined {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

const NO_FILTERS = { text: '', action: '', from: '', to: '' };

function AuditFilters({ get, set }: Pick<UrlState, 'get' | 'set'>) {
  const change = (values: Readonly<Record<string, string>>) => set({ ...values, page: '' });
  // The search field keeps its own text. Clearing the filters mounts an empty one.
  const [clearCount, setClearCount] = useState(0);
  const isFiltered = Object.keys(NO_FILTERS).some((name) => get(name) !== '');
  return (
    <Group mb="md" align="flex-end">
      <SearchField
        key={clearCount}
        label={strings.search}
        placeholder={strings.searchHint}
        initial={clearCount > 0 ? '' : get('text')}
        onSearch={(text) => change({ text })}
      />
      <Select
        label={strings.action}
        data={choicesOf(strings.actions)}
        placeholder={strings.anyAction}
        searchable
        clearable
        value={get('action') || null}
        onChange={(value) => change({ action: value ?? '' })}
        flex={1}
        miw={200}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={strings[name]}
          flex={1}
          miw={200}
          value={get(name)}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
        />
      ))}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => {
            setClearCount(clearCount + 1);
            change(NO_FILTERS);
          }}
        >
          {strings.clear}
        </Button>
      )}
    </Group>
  );
}

const UNKNOWN = (
  <Text span inherit c="dimmed">
    {strings.unknownActor}
  </Text>
);

const COLUMNS: readonly Column<AuditEvent>[] = [
  { head: strings.time, cell: ({ at }) => <Time at={at} /> },
  { head: strings.actor, cell: ({ actor }) => actor || UNKNOWN },
  { head: strings.action, cell: ({ action }) => strings.actions[action] },
  {
    head: strings.subject,
    cell: ({ subject, details }) => (
      <>
        {/* As it is recorded, because the search finds it so. */}
        <span translate="no">{subject}</span>
        <Details details={details} />
      </>
    ),
    cellProps: { className: 'broken', maw: 320 },
  },
  {
    head: strings.origin,
    cell: ({ address, userAgent, device }) => withNote(address, deviceText(device), { title: userAgent }),
    cellProps: { maw: 240 },
  },
];

function Details({ details }: Pick<AuditEvent, 'details'>) {
  const shown = Object.entries(details).filter(([, value]) => value !== '' && value !== null);
  return shown.map(([name, value]) => (
    <Note key={name} size="xs" lang="en">
      {wordsOf(name)}: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
    </Note>
  ));
}

/** Splits a camel-case name: "otherSessionsEnded" becomes "other sessions ended". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
