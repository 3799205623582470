import { Code } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { ListedRequest, RequestErrors } from '#contract/service/requests';
import type { AnswerOf } from '#contract/endpoints';
import { fill, formatNumber } from '../display/format.js';
import { PageLink } from '../display/page-link.js';
import { type Column, type Table, TablePanel, withNote } from '../lists/data-table.js';
import { choice, listed, moment, search } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { TEXTS } from '../language/texts.js';

const { common, requests: strings } = TEXTS;

/** The lengths that an id may have. */
const [SHORTEST, LONGEST] = [8, 128];

/** Lists the newest requests, and groups the errors among them. */
export default listPage('findRequests', 'requests', {
  lead: strings.lead,
  title: strings.found,
  filters: {
    key: search(strings.key, strings.keyHint),
    operation: listed(strings.operation, ({ operations }: AnswerOf<'findRequests'>) => operations, {
      searchable: true,
      placeholder: strings.anyOperation,
    }),
    status: choice(strings.status, strings.statuses, { placeholder: strings.anyStatus }),
    from: moment(strings.from),
    to: moment(strings.to),
    requestId: search(strings.id, strings.idHint, 'id'),
  },
  clear: strings.clear,
  withheld: ({ requestId = '' }) =>
    requestId !== '' && (requestId.length < SHORTEST || requestId.length > LONGEST)
      ? { title: strings.none, hint: strings.short }
      : undefined,
  empty: (asked) =>
    Object.values(asked).every((value) => value === undefined)
      ? { title: strings.noRequests, hint: strings.noRequestsHint }
      : { title: strings.none, hint: strings.noneHint },
  Above: ({ answer: { errors } }) =>
    errors.length > 0 && (
      <TablePanel title={strings.errors} lead={strings.errorsLead} table={ERRORS} rows={errors} />
    ),
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
        cell: ({ milliseconds }) =>
          fill(strings.milliseconds, { count: formatNumber(Math.round(milliseconds * 10) / 10) }),
      },
      keyColumn<ListedRequest>(),
      { head: strings.dataset, cell: ({ dataset }) => <Code>{dataset}</Code> },
      {
        head: strings.id,
        cell: ({ requestId }) => <Code>{requestId}</Code>,
        cellProps: { className: 'broken', maw: 320 },
      },
    ],
  },
});

const ERRORS: Table<RequestErrors> = {
  minWidth: 640,
  columns: [
    { head: strings.status, cell: ({ status }) => withNote(status, meaningOf(status)) },
    { head: strings.operation, text: 'operation' },
    keyColumn<RequestErrors>(),
    {
      head: strings.count,
      cell: (group) => <GroupLink group={group} />,
    },
    { head: strings.latest, time: 'latestAt' },
  ],
};

function keyColumn<Row extends Pick<ListedRequest, 'keyId' | 'prefix' | 'label'>>(): Column<Row> {
  return {
    head: strings.key,
    cell: ({ keyId, label, prefix }) =>
      keyId === null
        ? strings.noKey
        : withNote(<PageLink to={`/keys?text=${keyId}`} label={label || prefix || ''} />, `${prefix}…`),
    cellProps: { className: 'broken', maw: 240 },
  };
}

function meaningOf(status: number): string {
  const { meanings } = strings;
  return status >= 500
    ? meanings.failed
    : ((meanings as Readonly<Record<string, string>>)[status] ?? meanings.other);
}

/** Links a group of errors to its requests, within the filters of the page. */
function GroupLink({ group: { status, operation, prefix, requests } }: { readonly group: RequestErrors }) {
  const [current] = useSearchParams();
  const asked = new URLSearchParams(current);
  asked.set('status', status >= 500 ? 'failed' : `${status}` in strings.statuses ? `${status}` : 'errors');
  asked.set('operation', operation);
  if (prefix !== null) asked.set('key', prefix);
  return (
    <PageLink to={`/requests?${asked}`} label={fill(strings.countOf, { count: formatNumber(requests) })} />
  );
}
