import { Button, Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../api/queries.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';
import { RunTable } from './run-table.js';

const { common, runs: strings } = TEXTS;

const INITIAL_LIMIT = 25;
/** The server's limit. */
const MAX_LIMIT = 100;

export default function RunsPage({ title }: PageContentProps) {
  const [limit, setLimit] = useState(INITIAL_LIMIT);
  const query = useQuery(queryOf('listRuns', { query: { limit } }));
  return (
    <Page title={title} lead={strings.lead}>
      <Loaded query={query}>
        {({ runs }) => (
          <Panel title={strings.newest}>
            <RunTable runs={runs} label={title} />
            {limit === INITIAL_LIMIT && runs.length === INITIAL_LIMIT && (
              <Center mt="md">
                <Button onClick={() => setLimit(MAX_LIMIT)}>{common.showMore}</Button>
              </Center>
            )}
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
