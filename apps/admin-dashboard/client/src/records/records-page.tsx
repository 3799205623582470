import { useQuery } from '@tanstack/react-query';
import type { RecordItem } from '#contract/directory/records';
import { queryOf } from '../api/queries.js';
import { fill, formatTime } from '../display/format.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { SearchField } from '../lists/paged-list.js';
import { useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { RecordLink } from './record-link.js';
import { TEXTS } from '../language/texts.js';

const { records: strings } = TEXTS;

/** Finds doctors and clinics. What is searched is in the address, to be shared. */
export default function RecordsPage({ title }: PageContentProps) {
  const { get, set } = useUrlState();
  const q = get('q').trim();
  const isAsked = q !== '';
  const query = useQuery({ ...queryOf('findRecords', { query: { q } }), enabled: isAsked });
  return (
    <Page title={title} lead={strings.lead}>
      <Panel title={strings.found}>
        <SearchField
          label={strings.search}
          placeholder={strings.searchHint}
          initial={get('q')}
          onSearch={(text) => set({ q: text })}
        />
        {isAsked ? (
          <Loaded query={query}>
            {({ records }) =>
              records.length === 0 ? (
                <Empty title={strings.none} hint={strings.noneHint} />
              ) : (
                <DataTable label={strings.found} minWidth={640} columns={COLUMNS} rows={records} />
              )
            }
          </Loaded>
        ) : (
          <Empty title={strings.start} hint={strings.startHint} />
        )}
      </Panel>
    </Page>
  );
}

const COLUMNS: readonly Column<RecordItem>[] = [
  {
    head: strings.name,
    isRowHead: true,
    cell: ({ record, key, name }) => (
      <RecordLink record={record} id={key}>
        {name}
      </RecordLink>
    ),
  },
  {
    head: strings.kind,
    cell: ({ record, key }) => `${strings.kinds[record]}${record === 'doctor' ? ` ${key}` : ''}`,
  },
  { head: strings.address, cell: ({ address }) => address, cellProps: { className: 'broken' } },
  {
    head: strings.state,
    cell: ({ record, endedAt }) =>
      endedAt === null ? strings.states.listed : fill(strings.states[record], { time: formatTime(endedAt) }),
  },
];
