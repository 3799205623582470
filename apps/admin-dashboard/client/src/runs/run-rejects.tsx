import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Run, RunReject } from '#contract/runs';
import { urlOf } from '../api/call.js';
import { queryOf } from '../api/queries.js';
import { formatNumber } from '../display/format.js';
import { Panel } from '../layout/page.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { PagedList, pageQuery } from '../lists/paged-list.js';
import strings from './strings.json';

const COLUMNS: readonly Column<RunReject>[] = [
  { head: strings.line, cell: ({ line }) => (line === null ? '' : formatNumber(line)) },
  { head: strings.column, cell: ({ column }) => column },
  { head: strings.value, cell: ({ value }) => value, cellProps: { className: 'broken' } },
  { head: strings.why, cell: ({ reason }) => reason },
];

/** Lists the rejected rows of a run, and offers them as a file. */
export function RunRejects({ run: { id } }: { readonly run: Run }) {
  const [page, setPage] = useState(1);
  const params = { id };
  const query = useQuery(queryOf('listRunRejects', { params, query: pageQuery(page) }));
  return (
    <Panel
      title={strings.rejects}
      actions={
        query.data?.total !== 0 && (
          <Button
            component="a"
            href={urlOf('downloadRunRejects', { params })}
            download
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {strings.download}
          </Button>
        )
      }
    >
      <PagedList
        query={query}
        label={strings.rejectPages}
        page={page}
        setPage={setPage}
        empty={<Text c="dimmed">{strings.rejectsEmpty}</Text>}
      >
        {({ rejects }) => (
          <DataTable label={strings.rejects} minWidth={560} columns={COLUMNS} rows={rejects} />
        )}
      </PagedList>
    </Panel>
  );
}
