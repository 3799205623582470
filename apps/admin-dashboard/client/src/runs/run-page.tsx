import { Alert, Anchor, Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { Run } from '#contract/runs';
import { queryOf } from '../api/queries.js';
import { Facts } from '../display/facts.js';
import { fill } from '../display/fill.js';
import { Loaded } from '../display/loaded.js';
import { StatusBadge } from '../display/status-badge.js';
import { Time } from '../display/time.js';
import { Page, Panel } from '../layout/page.js';
import { RunChanges } from './run-changes.js';
import { RunRejects } from './run-rejects.js';
import { durationOf, RunCounts } from './run-table.js';
import strings from './strings.json';

/** One run with its counts, rejected rows and changes. */
export default function RunPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('getRun', { params: { id } }));
  return (
    <Stack>
      <Anchor component={Link} to="/runs" size="sm" inherit={false}>
        ← {strings.back}
      </Anchor>
      <Loaded query={query}>{(run) => <RunDetails run={run} />}</Loaded>
    </Stack>
  );
}

function RunDetails({ run }: { readonly run: Run }) {
  return (
    <Page
      title={fill(strings.title, { source: run.source })}
      lead={run.complete ? strings.completeMeaning : undefined}
      actions={<Badge variant="light">{run.complete ? strings.complete : strings.partial}</Badge>}
    >
      {run.reason !== '' && (
        <Alert
          color={run.status === 'failed' ? 'red' : 'yellow'}
          title={run.status === 'failed' ? strings.reason : strings.notice}
        >
          {run.reason}
        </Alert>
      )}
      <Panel title={strings.details}>
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
      <RunRejects run={run} />
      <RunChanges runId={run.id} />
    </Page>
  );
}
