import { Badge, Button, Center, Code, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunChange } from '#contract/runs';
import { call } from '../api/call.js';
import { Loaded } from '../display/loaded.js';
import { Panel } from '../layout/page.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { common } from '../strings.js';
import { strings } from './strings.js';

const PAGE_SIZE = 50;

/** Lists the changes of a run, record by record. */
export function RunChanges({ runId }: { readonly runId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['runs', 'listRunChanges', runId],
    queryFn: ({ pageParam: after }) =>
      call('listRunChanges', { params: { id: runId }, query: { after, limit: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Panel title={strings.changes}>
      <Loaded query={query}>
        {({ pages }) => <ChangeTable changes={pages.flatMap(({ changes }) => changes)} />}
      </Loaded>
      {query.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common.showMore}
          </Button>
        </Center>
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<RunChange>[] = [
  {
    head: strings.record,
    cell: ({ record, key }) => (
      <>
        {record}
        <Text size="xs" c="dimmed" className="broken">
          {key}
        </Text>
      </>
    ),
  },
  {
    head: strings.change,
    cell: ({ change }) => (
      <Badge variant="default" tt="none" fw={500}>
        {change}
      </Badge>
    ),
  },
  {
    head: strings.fields,
    cell: ({ fields }) =>
      Object.entries(fields).map(([field, [before, after]]) => (
        <Text key={field} size="sm">
          {field}: <Code>{textOf(before)}</Code> → <Code>{textOf(after)}</Code>
        </Text>
      )),
  },
];

function ChangeTable({ changes }: { readonly changes: readonly RunChange[] }) {
  if (changes.length === 0) return <Text c="dimmed">{strings.changesEmpty}</Text>;
  return (
    <DataTable
      label={strings.changes}
      minWidth={640}
      columns={COLUMNS}
      rows={changes}
      rowKey={({ position }) => position}
    />
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return strings.noValue;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
