import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryState } from '../../../contract/directory.js';
import { Answer } from '../parts/answer.js';
import { FreshnessBar } from '../parts/freshness-bar.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { directoryQuestion, mapQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';
import { ClinicMap } from './clinic-map.js';
import { HistoryChart } from './history-chart.js';

const { directory: texts } = TEXTS;

/** How fresh the directory is and how large, now and over the runs, and where its clinics are. */
export default function DirectoryPage() {
  const state = useQuery(directoryQuestion);
  const map = useQuery(mapQuestion);
  return (
    <Page title={TEXTS.pages.directory}>
      <Answer to={state}>{(directory) => <Pictures directory={directory} />}</Answer>
      <Panel title={texts.map} lead={texts.mapLead}>
        <Answer to={map}>
          {({ clinics }) =>
            clinics.length === 0 ? (
              <Nothing title={texts.empty} hint={texts.emptyHint} />
            ) : (
              <ClinicMap clinics={clinics} />
            )
          }
        </Answer>
      </Panel>
    </Page>
  );
}

function Pictures({ directory }: { readonly directory: DirectoryState }) {
  const { history, freshness, register } = directory;
  const isDrawn = history.length > 1;
  return (
    <Stack gap="lg">
      <Panel title={texts.now}>
        <FreshnessBar share={freshness} freshDays={register.freshDays} />
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title={texts.overVersions}>
          {isDrawn ? (
            <HistoryChart title={texts.overVersions} history={history} shows="freshness" />
          ) : (
            <Nothing title={texts.tooFew} hint={texts.tooFewHint} />
          )}
        </Panel>
        <Panel title={texts.size}>
          {isDrawn ? (
            <HistoryChart title={texts.size} history={history} shows="size" />
          ) : (
            <Nothing title={texts.tooFew} hint={texts.tooFewHint} />
          )}
        </Panel>
      </SimpleGrid>
    </Stack>
  );
}
