import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Run } from '../../../contract/run.js';
import { duration, number } from '../format.js';
import { Instant } from '../parts/instant.js';
import { RunBadge } from '../parts/status-badge.js';
import { WideTable } from '../parts/wide-table.js';
import { TEXTS } from '../texts/texts.js';

const { runs: texts } = TEXTS;

interface RunTableProps {
  readonly runs: readonly Run[];
  readonly label: string;
}

export function RunTable({ runs, label }: RunTableProps) {
  return (
    <WideTable label={label} minWidth={640} heads={Object.values(texts.columns)}>
      {runs.map((run) => (
        <Table.Tr key={run.id}>
          <Table.Td>
            <Anchor component={Link} to={`/runs/${run.id}`} fw={600} aria-label={texts.link(run.source)}>
              {run.source}
            </Anchor>
            <Text size="xs" c="dimmed">
              {run.fileName}
            </Text>
          </Table.Td>
          <Table.Td>
            <RunBadge status={run.status} />
          </Table.Td>
          <Table.Td>
            <Instant at={run.startedAt} />
          </Table.Td>
          <Table.Td>{durationOf(run)}</Table.Td>
          <Table.Td>
            <RunCounts run={run} />
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}

/** How long a run took; nothing while it runs. */
export function durationOf({ startedAt, finishedAt }: Run): string {
  return finishedAt === null ? '' : duration(Date.parse(finishedAt) - Date.parse(startedAt));
}

/** What a run counted, without what it counted none of. */
export function RunCounts({ run }: { readonly run: Run }) {
  const counted = Object.entries(run.counts).filter(([, count]) => count > 0);
  if (counted.length === 0) return <Text size="sm">{TEXTS.none}</Text>;
  return (
    <Group gap={4}>
      {counted.map(([name, count]) => (
        <Badge key={name} variant="default" tt="none" fw={500}>
          {number(count)} {name}
        </Badge>
      ))}
    </Group>
  );
}
