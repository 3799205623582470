import { Button, Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Answer } from '../parts/answer.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { runsQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';
import { RunTable } from './run-table.js';

const FEW = 25;
/** The most that the server lists. */
const MANY = 100;

export default function RunsPage() {
  const [limit, setLimit] = useState(FEW);
  const answer = useQuery(runsQuestion(limit));
  return (
    <Page title={TEXTS.pages.runs} lead={TEXTS.runs.lead}>
      <Answer to={answer}>
        {({ runs }) =>
          runs.length === 0 ? (
            <Nothing title={TEXTS.runs.empty} hint={TEXTS.runs.emptyHint} />
          ) : (
            <Panel title={TEXTS.runs.newest}>
              <RunTable runs={runs} label={TEXTS.pages.runs} />
              {limit === FEW && runs.length === FEW && (
                <Center mt="md">
                  <Button variant="default" onClick={() => setLimit(MANY)}>
                    {TEXTS.more}
                  </Button>
                </Center>
              )}
            </Panel>
          )
        }
      </Answer>
    </Page>
  );
}
