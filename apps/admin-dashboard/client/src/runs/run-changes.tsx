import { Badge, Button, Center, Code, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Run, RunChange } from '#contract/runs';
import { call } from '../api/call.js';
import { Loaded } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { Note } from '../display/values.js';
import { type Column, DataTable } from '../lists/data-table.js';
import common from '../strings.json';
import { whyEmpty } from './run-table.js';
import strings from './strings.json';

const PAGE_SIZE = 50;
/** Counts of rows and records that a run left as they were. */
const UNCHANGING = ['read', 'unchanged', 'kept', 'rejected'];

/** Lists the changes of a run, record by record. */
export function RunChanges({ run }: { readonly run: Run }) {
  const changed = Object.entries(run.counts).filter(([name]) => !UNCHANGING.includes(name));
  const empty = whyEmpty(
    run,
    changed.reduce((sum, [, count]) => sum + count, 0),
    strings.changesEmpty,
  );
  const query = useInfiniteQuery({
    queryKey: ['runs', 'listRunChanges', run.id],
    queryFn: ({ pageParam: after }) =>
      call('listRunChanges', { params: { id: run.id }, query: { after, limit: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Panel title={strings.changes}>
      <Loaded query={query}>
        {({ pages }) => <DataTable {...TABLE} empty={empty} rows={pages.flatMap(({ changes }) => changes)} />}
      </Loaded>
      {query.hasNextPage && (
        <Center mt="md">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
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
        <Note size="xs" className="broken">
          {key}
        </Note>
      </>
    ),
  },
  {
    head: strings.change,
    cell: ({ change }) => (
      <Badge variant="default" fw={500}>
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

const TABLE = {
  label: strings.changes,
  minWidth: 640,
  columns: COLUMNS,
} as const;

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return strings.noValue;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
