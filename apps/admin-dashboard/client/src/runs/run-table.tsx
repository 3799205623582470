import { IMPORT_SOURCE_NAMES, sourceKind } from '@care-atlas/domain/records';
import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Run } from '#contract/imports/runs';
import { fill, formatDuration, formatNumber, wordOf } from '../display/format.js';
import { Empty } from '../display/loading.js';
import { StatusBadge } from '../display/values.js';
import { DataTable, type Table, withNote } from '../lists/data-table.js';
import { TEXTS } from '../language/texts.js';

const { common, runs: strings } = TEXTS;

export const RUNS: Table<Run> = {
  minWidth: 640,
  columns: [
    {
      head: strings.source,
      cell: ({ id, source, fileName }) =>
        withNote(
          <Anchor
            component={Link}
            to={`/runs/${id}`}
            fw={600}
            aria-label={fill(strings.title, { source: wordOf(common.words.sources, source) })}
          >
            {wordOf(common.words.sources, source)}
          </Anchor>,
          fileName,
        ),
    },
    { head: strings.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { head: strings.started, time: 'startedAt' },
    { head: strings.duration, cell: durationOf },
    { head: strings.counts, cell: (run) => <RunCounts run={run} /> },
  ],
};

export function RunTable({ runs, label }: { readonly runs: readonly Run[]; readonly label: string }) {
  if (runs.length === 0) return <Empty title={strings.empty} hint={strings.emptyHint} />;
  return <DataTable label={label} table={RUNS} rows={runs} />;
}

/** Returns how long a run took; empty while it is running. */
export function durationOf({ startedAt, finishedAt }: Run): string {
  return finishedAt === null ? '' : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));
}

/** Returns why a list of a run is empty. @param count the number that the run counted */
export function whyEmpty({ status }: Run, count: number, texts: Record<Run['status'], string>): string {
  return count === 0 ? texts[status] : fill(strings.deleted, { count: formatNumber(count) });
}

/** Returns the number of valid rows that the directory does not include. */
function leftOutRows({ source, status, counts }: Run): number {
  const { read = 0, created = 0, updated = 0, unchanged = 0, waiting = 0, rejected = 0 } = counts;
  const isImport = IMPORT_SOURCE_NAMES.some((name) => name === sourceKind(source));
  return isImport && status === 'succeeded' ? read - created - updated - unchanged - waiting - rejected : 0;
}

/** Shows the counts of a run that are not zero. */
export function RunCounts({ run }: { readonly run: Run }) {
  const counts = Object.entries({ ...run.counts, leftOut: leftOutRows(run) }).filter(
    ([, count]) => count > 0,
  );
  if (counts.length === 0) return <Text size="sm">{common.none}</Text>;
  return (
    <Group gap={4}>
      {counts.map(([name, count]) => (
        <Badge key={name} variant="default" fw={500}>
          {fill(strings.countOf, {
            name: wordOf(common.words.counts, name),
            count: formatNumber(count),
          })}
        </Badge>
      ))}
    </Group>
  );
}
