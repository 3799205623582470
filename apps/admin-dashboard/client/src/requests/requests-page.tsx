import { Anchor, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ListedRequest } from '#contract/service/requests';
import { queryOf } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Time } from '../display/values.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import { SearchField } from '../lists/paged-list.js';
import { useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';

const { common, requests: strings } = TEXTS;

/** The lengths that an id may have. */
const [SHORTEST, LONGEST] = [8, 128];

/** Looks up a request by its id. Without one, it shows the newest failures. */
export default function RequestsPage({ title }: PageContentProps) {
  const { get, set } = useUrlState();
  const id = get('id').trim();
  const isAsked = id !== '';
  const isValid = !isAsked || (id.length >= SHORTEST && id.length <= LONGEST);
  const requestId = isAsked ? id : undefined;
  const query = useQuery({ ...queryOf('findRequests', { query: { requestId } }), enabled: isValid });
  const label = isAsked ? strings.found : strings.failures;
  const empty = isAsked ? (
    <Empty title={strings.none} hint={strings.noneHint} />
  ) : (
    <Empty title={strings.noFailures} hint={strings.noFailuresHint} />
  );
  return (
    <Page title={title} lead={strings.lead}>
      <Panel title={label}>
        <SearchField
          label={strings.search}
          placeholder={strings.searchHint}
          initial={get('id')}
          onSearch={(text) => set({ id: text })}
        />
        {isValid ? (
          <Loaded query={query}>
            {({ requests }) =>
              requests.length === 0 ? (
                empty
              ) : (
                <DataTable label={label} minWidth={900} columns={COLUMNS} rows={requests} />
              )
            }
          </Loaded>
        ) : (
          <Empty title={strings.none} hint={strings.short} />
        )}
      </Panel>
    </Page>
  );
}

const COLUMNS: readonly Column<ListedRequest>[] = [
  { head: strings.time, cell: ({ at }) => <Time at={at} /> },
  {
    head: strings.operation,
    isRowHead: true,
    cell: ({ operation, channel }) => withNote(operation, common.channels[channel]),
  },
  { head: strings.status, cell: ({ status }) => status },
  {
    head: strings.duration,
    cell: ({ milliseconds }) => fill(strings.milliseconds, { count: formatNumber(milliseconds) }),
  },
  {
    head: strings.key,
    cell: ({ keyId, label, prefix }) =>
      keyId === null
        ? strings.noKey
        : withNote(
            <Anchor component={Link} to={`/keys?kind=all&text=${keyId}`} inherit>
              {label || prefix}
            </Anchor>,
            `${prefix}…`,
          ),
    cellProps: { className: 'broken', maw: 240 },
  },
  { head: strings.dataset, cell: ({ dataset }) => <Code>{dataset}</Code> },
  {
    head: strings.id,
    cell: ({ requestId }) => <Code>{requestId}</Code>,
    cellProps: { className: 'broken', maw: 320 },
  },
];
