import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { DirectoryState } from '#contract/directory/directory';
import type { Usage } from '#contract/service/usage';
import { queryOf } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { FreshnessBar } from '../display/freshness-bar.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { Note, Stat, Time } from '../display/values.js';
import type { PageContentProps } from '../pages.js';
import { momentText } from '../lists/filters.js';
import { RunTable } from '../runs/run-table.js';
import { OpenDataPanel } from '../imports/open-data-panel.js';
import { TEXTS } from '../language/texts.js';
import { TasksPanel } from './tasks-panel.js';

const { common, overview: strings, records } = TEXTS;

const DIRECTORY = queryOf('getDirectory');
const USAGE = queryOf('getUsage', { query: { hours: 24 } });
const RUNS = queryOf('listRuns', { query: { limit: 5 } });

/** What needs a person, the state of the directory, the requests of a day and the latest runs. */
export default function OverviewPage({ title }: PageContentProps) {
  const directory = useQuery(DIRECTORY);
  const usage = useQuery(USAGE);
  const runs = useQuery(RUNS);
  const allRuns = <PageLink to="/runs" size="sm" inherit={false} label={strings.allRuns} />;
  return (
    <Page title={title}>
      <RecordSearch />
      <TasksPanel />
      <Loaded query={directory}>{(state) => <Directory state={state} />}</Loaded>
      <Loaded query={usage}>{(counts) => <Requests usage={counts} />}</Loaded>
      <Panel title={strings.lastRuns} actions={allRuns}>
        <Loaded query={runs}>{(list) => <RunTable runs={list.runs} label={strings.lastRuns} />}</Loaded>
      </Panel>
    </Page>
  );
}

/** Leads to the records that match a text. */
function RecordSearch() {
  const navigate = useNavigate();
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('q');
        if (typeof text === 'string') void navigate(`/records?${new URLSearchParams({ q: text.trim() })}`);
      }}
    >
      <TextInput
        type="search"
        name="q"
        label={strings.find}
        placeholder={records.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
      />
    </form>
  );
}

function Directory({ state }: { readonly state: DirectoryState }) {
  return (
    <>
      <OpenDataPanel state={state} />
      <Panel title={strings.freshness}>
        <Stack>
          <FreshnessBar share={state.freshness} freshDays={state.register.freshDays} />
          <Note>
            {strings.synced} <Time at={state.syncedAt} />
          </Note>
        </Stack>
      </Panel>
      <SimpleGrid cols={{ base: 2, xs: 3 }}>
        <Stat label={strings.doctors} value={formatNumber(state.doctors)} />
        <Stat label={strings.clinics} value={formatNumber(state.clinics)} />
        <Stat label={strings.accepting} value={formatNumber(state.acceptingNewPatients)} />
      </SimpleGrid>
    </>
  );
}

function Requests({ usage: { byHour } }: { readonly usage: Usage }) {
  const requests = byHour.flatMap((hour) => Object.values(hour.requests));
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Stat label={strings.requests} value={formatNumber(requests.reduce((sum, count) => sum + count, 0))}>
        {strings.lastDay}
      </Stat>
      {([401, 403, 429] as const).map((status) => {
        const count = byHour.reduce((sum, { refusals }) => sum + refusals[status], 0);
        return (
          <Stat
            key={status}
            label={fill(strings.refusals, { status })}
            value={
              <PageLink
                to={`/requests?status=${status}&from=${momentText(byHour[0]!.hour)}`}
                label={formatNumber(count)}
                aria-label={fill(strings.refusalsOf, { status, count: formatNumber(count) })}
              />
            }
          >
            {common.refusals[status]}, {strings.lastDay}
          </Stat>
        );
      })}
    </SimpleGrid>
  );
}
