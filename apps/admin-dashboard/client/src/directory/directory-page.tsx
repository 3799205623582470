import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryState } from '#contract/directory';
import { queryOf } from '../api/queries.js';
import { FreshnessBar } from '../display/freshness-bar.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import type { PageContentProps } from '../pages.js';
import { ClinicMap } from './clinic-map.js';
import { HistoryChart } from './history-chart.js';
import strings from './strings.json';

/** Freshness and size of the directory, now and over the runs, and a map of its clinics. */
export default function DirectoryPage({ title }: PageContentProps) {
  const state = useQuery(queryOf('getDirectory'));
  const map = useQuery(queryOf('getClinicMap'));
  return (
    <Page title={title}>
      <Loaded query={state}>{(directory) => <Charts directory={directory} />}</Loaded>
      <Panel title={strings.map} lead={strings.mapLead}>
        <Loaded query={map}>
          {({ clinics }) =>
            clinics.length === 0 ? (
              <Empty title={strings.empty} hint={strings.emptyHint} />
            ) : (
              <ClinicMap clinics={clinics} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

function Charts({ directory }: { readonly directory: DirectoryState }) {
  const { history, freshness, register } = directory;
  return (
    <Stack gap="lg">
      <Panel title={strings.now}>
        <FreshnessBar share={freshness} freshDays={register.freshDays} />
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {(['freshness', 'size'] as const).map((shows) => (
          <Panel key={shows} title={strings.charts[shows]}>
            {history.length > 1 ? (
              <HistoryChart title={strings.charts[shows]} history={history} shows={shows} />
            ) : (
              <Empty title={strings.tooFew} hint={strings.tooFewHint} />
            )}
          </Panel>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
