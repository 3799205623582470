import { Alert, Anchor, Badge, DataList, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { Run } from '../../../contract/run.js';
import { Answer } from '../parts/answer.js';
import { Instant } from '../parts/instant.js';
import { Page, Panel } from '../parts/page.js';
import { RunBadge } from '../parts/status-badge.js';
import { runQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';
import { RunChanges } from './run-changes.js';
import { RunRejects } from './run-rejects.js';
import { durationOf, RunCounts } from './run-table.js';

const { runs: texts } = TEXTS;

/** One run: what it counted, could not use and changed. */
export default function RunPage() {
  const { id = '' } = useParams();
  const answer = useQuery(runQuestion(id));
  return (
    <Stack>
      <Anchor component={Link} to="/runs" size="sm" inherit={false}>
        ← {texts.back}
      </Anchor>
      <Answer to={answer}>{(run) => <Details run={run} />}</Answer>
    </Stack>
  );
}

function Details({ run }: { readonly run: Run }) {
  const facts = [
    [texts.columns.status, <RunBadge key="status" status={run.status} />],
    [texts.file, run.fileName ?? texts.noFile],
    [texts.columns.started, <Instant key="started" at={run.startedAt} />],
    [texts.finished, <Instant key="finished" at={run.finishedAt} otherwise={texts.notFinished} />],
    [texts.columns.duration, durationOf(run)],
    [texts.version, run.version ?? texts.noVersion],
    [texts.counts, <RunCounts key="counts" run={run} />],
  ] as const;
  return (
    <Page
      title={texts.link(run.source)}
      lead={run.complete ? texts.completeMeaning : undefined}
      actions={
        <Group>
          <Badge variant="light" tt="none">
            {run.complete ? texts.complete : texts.partial}
          </Badge>
        </Group>
      }
    >
      {run.reason !== '' && (
        <Alert
          color={run.status === 'failed' ? 'red' : 'yellow'}
          variant="light"
          title={run.status === 'failed' ? texts.reason : texts.notice}
        >
          {run.reason}
        </Alert>
      )}
      <Panel title={texts.details}>
        <DataList>
          {facts.map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue>{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      </Panel>
      <RunRejects run={run} />
      <RunChanges runId={run.id} />
    </Page>
  );
}
