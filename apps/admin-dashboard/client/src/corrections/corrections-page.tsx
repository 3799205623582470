import { Badge, Button, Group, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPencilPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CORRECTABLE_FIELDS } from '@care-atlas/domain/records';
import type { CorrectionList, DecisionJob } from '#contract/directory/corrections';
import { call } from '../api/call.js';
import { queryClient, queryOf, useMay } from '../api/queries.js';
import { fill } from '../display/format.js';
import { Empty, ErrorAlert } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import { PagedList, pageQuery, SearchField } from '../lists/paged-list.js';
import { choicesOf, oneOf, type UrlState, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { openCorrection } from './correction-dialogs.js';
import { CorrectionTable, whatOf } from './correction-table.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { common, corrections: strings } = TEXTS;

const POLL_MS = 1_500;

/** What operators say about records, as a list to work through. */
export default function CorrectionsPage({ title }: PageContentProps) {
  const { get, set, page, setPage } = useUrlState();
  const state = oneOf(get('state'), strings.states) ?? 'active';
  const filter = {
    state: state === 'all' ? undefined : state,
    kind: oneOf(get('kind'), strings.kinds),
    record: oneOf(get('record'), strings.records),
    field: oneOf(get('field'), strings.fields),
    by: get('by') || undefined,
    text: get('text') || undefined,
  };
  const query = useQuery({
    ...queryOf('listCorrections', { query: { ...filter, ...pageQuery(page) } }),
    refetchInterval: ({ state: { data } }) => (data?.decisions.some(isOpen) ? POLL_MS : false),
  });
  const mayDecide = useMay('operator');
  const create = mayDecide && (
    <Button leftSection={<IconPencilPlus size={18} aria-hidden />} onClick={() => openCorrection()}>
      {strings.new}
    </Button>
  );
  const decisions = query.data?.decisions ?? [];
  return (
    <Page title={title} lead={strings.lead} actions={create}>
      {!mayDecide && <Note>{strings.mayNot}</Note>}
      {decisions.length > 0 && <Decisions decisions={decisions} />}
      <Panel title={strings.list}>
        <Filters get={get} set={set} state={state} people={query.data?.people ?? []} />
        <PagedList
          query={query}
          label={strings.pages}
          page={page}
          setPage={setPage}
          empty={<Empty title={strings.empty} hint={strings.emptyHint} />}
        >
          {({ corrections }) => <CorrectionTable corrections={corrections} />}
        </PagedList>
      </Panel>
    </Page>
  );
}

function isOpen({ state }: DecisionJob): boolean {
  return state === 'confirmed' || state === 'importing';
}

interface FiltersProps extends Pick<UrlState, 'get' | 'set'> {
  readonly state: string;
  readonly people: CorrectionList['people'];
}

function Filters({ get, set, state, people }: FiltersProps) {
  const change = (values: Readonly<Record<string, string>>) => set({ ...values, page: '' });
  const chosen = (
    name: string,
    label: string,
    placeholder: string,
    choices: Readonly<Record<string, string>>,
  ) => (
    <Select
      label={label}
      placeholder={placeholder}
      data={choicesOf(choices)}
      clearable
      value={get(name) || null}
      onChange={(value) => change({ [name]: value ?? '' })}
      flex={1}
      miw={150}
    />
  );
  const fields = Object.fromEntries(
    Object.values(CORRECTABLE_FIELDS)
      .flat()
      .map((field) => [field, strings.fields[field]]),
  );
  return (
    <Group mb="md" align="flex-end">
      <SearchField
        label={strings.search}
        placeholder={strings.searchHint}
        initial={get('text')}
        onSearch={(text) => change({ text })}
      />
      <Select
        label={strings.state}
        data={choicesOf(strings.states)}
        value={state}
        allowDeselect={false}
        onChange={(value) => change({ state: value === 'active' ? '' : (value ?? '') })}
        flex={1}
        miw={200}
      />
      {chosen('kind', strings.kind, strings.anyKind, strings.kinds)}
      {chosen('record', strings.record, strings.anyRecord, strings.records)}
      {chosen('field', strings.field, strings.anyField, fields)}
      {chosen('by', strings.by, strings.anybody, Object.fromEntries(people.map((name) => [name, name])))}
    </Group>
  );
}

/** What the worker has still to do, and what it could not do. */
function Decisions({ decisions }: { readonly decisions: readonly DecisionJob[] }) {
  const canceling = useMutation({
    mutationFn: (id: string) => call('cancelDecision', { params: { id } }),
    onSuccess: () => {
      notifications.show({ message: strings.canceled });
      void queryClient.invalidateQueries({ queryKey: ['corrections'] });
    },
  });
  const mayDecide = useMay('operator');
  const actions: Column<DecisionJob> = {
    head: common.actions,
    cell: (job) =>
      mayDecide &&
      ['confirmed', 'importing'].includes(job.state) && (
        <Button
          size="xs"
          aria-label={fill(strings.cancelOf, { what: titleOf(job) })}
          onClick={() => canceling.mutate(job.id)}
        >
          {strings.cancel}
        </Button>
      ),
  };
  return (
    <Panel title={strings.decisions} lead={strings.decisionsLead}>
      <ErrorAlert error={canceling.error} />
      <DataTable
        label={strings.decisions}
        minWidth={640}
        columns={[...DECISION_COLUMNS, actions]}
        rows={decisions}
        endsInActions
      />
    </Panel>
  );
}

function titleOf(job: DecisionJob): string {
  const { withdraws, kind, key } = job;
  return withdraws === null ? `${strings.kinds[kind]}: ${key}` : fill(strings.withdrawal, { id: withdraws });
}

const DECISION_COLUMNS: readonly Column<DecisionJob>[] = [
  {
    head: strings.what,
    isRowHead: true,
    cell: (job) => withNote(titleOf(job), job.withdraws === null ? whatOf(job) : '', { className: 'broken' }),
  },
  {
    head: strings.state,
    cell: ({ state, reason, progress }) =>
      withNote(
        <Badge variant="dot" miw="max-content" color={state === 'failed' ? 'red' : 'blue'}>
          {oneOf(state, strings.decisionStates) ? strings.decisionStates[state as 'failed'] : state}
        </Badge>,
        <English text={reason || progress} />,
        { className: 'broken' },
      ),
  },
  { head: strings.made, cell: ({ by, at }) => withNote(by, <Time at={at} />) },
];
