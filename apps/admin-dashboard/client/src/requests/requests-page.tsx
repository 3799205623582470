import { Code } from '@mantine/core';
import { fill, formatNumber } from '../display/format.js';
import { PageLink } from '../display/page-link.js';
import { withNote } from '../lists/data-table.js';
import { search } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { TEXTS } from '../language/texts.js';

const { common, requests: strings } = TEXTS;

/** The lengths that an id may have. */
const [SHORTEST, LONGEST] = [8, 128];

/** Looks up a request by its id. Without one, it shows the newest failures. */
export default listPage('findRequests', 'requests', {
  lead: strings.lead,
  title: ({ requestId }) => (requestId === undefined ? strings.failures : strings.found),
  filters: { requestId: search(strings.search, strings.searchHint, 'id') },
  withheld: ({ requestId = '' }) =>
    requestId !== '' && (requestId.length < SHORTEST || requestId.length > LONGEST)
      ? { title: strings.none, hint: strings.short }
      : undefined,
  empty: ({ requestId }) =>
    requestId === undefined
      ? { title: strings.noFailures, hint: strings.noFailuresHint }
      : { title: strings.none, hint: strings.noneHint },
  table: {
    minWidth: 900,
    columns: [
      { head: strings.time, time: 'at' },
      {
        head: strings.operation,
        isRowHead: true,
        cell: ({ operation, channel }) => withNote(operation, common.channels[channel]),
      },
      { head: strings.status, text: 'status' },
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
                <PageLink to={`/keys?kind=all&text=${keyId}`} label={label || prefix || ''} />,
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
    ],
  },
});
