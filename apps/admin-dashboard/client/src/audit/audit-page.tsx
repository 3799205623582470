import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { download } from '../api/call.js';
import { queryOf } from '../api/queries.js';
import { ErrorAlert } from '../display/error-alert.js';
import { Page, Panel } from '../layout/page.js';
import { DataTable } from '../lists/data-table.js';
import { Empty } from '../lists/empty.js';
import { PagedList, pageQuery } from '../lists/paged-list.js';
import { oneOf, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { AuditFilters } from './audit-filters.js';
import { AUDIT_COLUMNS } from './audit-table.js';
import strings from './strings.json';

/** The audit log. */
export default function AuditPage({ title }: PageContentProps) {
  const { get, set, page, setPage } = useUrlState();
  const filter = {
    text: get('text') || undefined,
    action: oneOf(get('action'), strings.actions),
    from: toUtc(get('from')),
    to: toUtc(get('to')),
  };
  const query = useQuery(queryOf('listAuditEvents', { query: { ...filter, ...pageQuery(page) } }));
  const exporting = useMutation({
    mutationFn: () => download('exportAudit', { body: filter }),
    onSuccess: () => notifications.show({ message: strings.exported }),
  });
  const exportButton = (
    <Button
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {strings.export}
    </Button>
  );
  const empty = <Empty title={strings.empty} hint={strings.emptyHint} />;
  return (
    <Page title={title} lead={strings.lead} actions={exportButton}>
      <ErrorAlert error={exporting.error} />
      <Panel title={strings.records}>
        <AuditFilters get={get} set={set} />
        <PagedList query={query} label={strings.pages} page={page} setPage={setPage} empty={empty}>
          {({ events: rows }) => (
            <DataTable
              label={strings.records}
              minWidth={820}
              columns={AUDIT_COLUMNS}
              rows={rows}
              rowKey="id"
            />
          )}
        </PagedList>
      </Panel>
    </Page>
  );
}

/** Converts a local time of an input field; undefined if it is invalid. */
function toUtc(local: string): string | undefined {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
