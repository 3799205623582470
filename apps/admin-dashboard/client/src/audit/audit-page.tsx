import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AuditFilter } from '../../../contract/audit.js';
import { oneOf, pageNumber, useAddressState } from '../parts/address-state.js';
import { Answer } from '../parts/answer.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { PAGE_ROWS, Pager } from '../parts/pager.js';
import { Refused } from '../parts/refusal.js';
import { auditQuestion } from '../questions.js';
import { download } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { AuditFilters } from './audit-filters.js';
import { AuditTable } from './audit-table.js';

const { audit: texts } = TEXTS;

/** Who did what, when and from where. */
export default function AuditPage() {
  const [get, set] = useAddressState();
  const page = pageNumber(get('page'));
  const filter: AuditFilter = {
    ...(get('text') !== '' && { text: get('text') }),
    ...(get('action') !== '' && { action: oneOf(get('action'), texts.actions) }),
    ...instant('from', get('from')),
    ...instant('to', get('to')),
  };
  const answer = useQuery(auditQuestion({ ...filter, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS }));
  const exporting = useMutation({
    mutationFn: () => download('/api/audit/export', filter),
    onSuccess: () => notifications.show({ message: texts.exported }),
  });
  return (
    <Page
      title={TEXTS.pages.audit}
      lead={texts.lead}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {texts.export}
        </Button>
      }
    >
      <Refused error={exporting.error} />
      <Panel title={texts.records}>
        <AuditFilters get={get} onChange={(values) => set({ ...values, page: '' })} />
        <Answer to={answer}>
          {({ events, total }) =>
            total === 0 ? (
              <Nothing title={texts.empty} hint={texts.emptyHint} />
            ) : (
              <>
                <AuditTable events={events} />
                <Pager
                  label={texts.pages}
                  total={total}
                  page={page}
                  onPage={(next) => set({ page: next === 1 ? '' : String(next) })}
                />
              </>
            )
          }
        </Answer>
      </Panel>
    </Page>
  );
}

/** A time of the reader's clock, as a form gives it, as an instant; nothing where it is none. */
function instant(name: 'from' | 'to', local: string): Partial<AuditFilter> {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? {} : { [name]: at.toISOString() };
}
