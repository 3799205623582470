import { Button, Checkbox, Code, Group, Text } from '@mantine/core';
import { IconAdjustments, IconBan, IconChartBar, IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedKey } from '#contract/service/keys';
import { queryOf } from '../api/queries.js';
import { fill, formatNumber, formatTime } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { PageLink } from '../display/page-link.js';
import { Facts, Note, StatusBadge, Time } from '../display/values.js';
import { openDialog } from '../forms/dialog.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import { type RowAction, RowMenu } from '../lists/row-menu.js';
import { TEXTS } from '../language/texts.js';
import { openKeyLabeling, openKeyRevocation, openKeyTerms, openRevocationOf } from './key-dialogs.js';

const { common, keys: strings } = TEXTS;

/** The keys of a page. Active ones can be selected, and revoked together. */
export function KeyTable({ rows: keys }: { readonly rows: readonly ListedKey[] }) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  // One that is no longer on the page, or no longer active, does not count.
  const chosen = keys.filter((key) => isActive(key) && selected.has(key.id));
  const toggle = (id: string) =>
    select(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  const column: Column<ListedKey> = {
    head: strings.select,
    role: 'operator',
    cell: (key) =>
      isActive(key) && (
        <Checkbox
          aria-label={fill(strings.selectKey, { label: key.label })}
          checked={selected.has(key.id)}
          onChange={() => toggle(key.id)}
        />
      ),
  };
  return (
    <>
      <DataTable label={strings.page} table={{ minWidth: 840, columns: [column, ...COLUMNS] }} rows={keys} />
      {chosen.length > 0 && (
        <Group mt="md">
          <Button
            color="red"
            leftSection={<IconBan size={18} aria-hidden />}
            onClick={() => openRevocationOf(chosen)}
          >
            {fill(strings.revokeSelected, { count: chosen.length })}
          </Button>
        </Group>
      )}
    </>
  );
}

const isActive = ({ state }: ListedKey) => state === 'active';

const ACTIONS: readonly RowAction<ListedKey>[] = [
  {
    label: strings.details,
    Icon: IconInfoCircle,
    onChoose: (key) => openDialog(key.label, () => <KeyDetails of={key} />),
  },
  { label: strings.usage, Icon: IconChartBar, to: ({ id }) => `/usage?key=${id}` },
  { label: strings.rename, Icon: IconPencil, role: 'operator', onChoose: openKeyLabeling },
  {
    label: strings.terms,
    Icon: IconAdjustments,
    role: 'operator',
    isFor: ({ state }) => state !== 'revoked',
    onChoose: openKeyTerms,
  },
  {
    label: strings.revoke,
    Icon: IconBan,
    role: 'operator',
    isFor: isActive,
    isDangerous: true,
    onChoose: openKeyRevocation,
  },
];

const COLUMNS: readonly Column<ListedKey>[] = [
  {
    head: strings.label,
    // In one column, as wide as a phone has room for: what comes after it would only peep out beside the actions.
    cell: ({ label, prefix, kind, note }) => (
      <>
        {label}
        <Note size="xs">
          <Code>{prefix}…</Code> {common.keyKinds[kind]}
        </Note>
        {note !== '' && <Note size="xs">{note}</Note>}
      </>
    ),
    cellProps: { className: 'broken', miw: 220, maw: 280 },
  },
  {
    head: strings.state,
    cell: ({ state, revokedReason, revokedAt, expiresAt, lastUsedAt }) => (
      <>
        <StatusBadge status={state} />
        {revokedAt === null && expiresAt !== null && (
          <Note size="xs">
            {fill(state === 'expired' ? strings.expiredOn : strings.expiresOn, {
              time: formatTime(expiresAt),
            })}
          </Note>
        )}
        {state !== 'active' && (lastUsedAt ?? '') > (revokedAt ?? expiresAt ?? '~') && (
          <Text size="xs" fw={600} c="var(--mantine-color-orange-light-color)">
            {strings.stillUsed}
          </Text>
        )}
        {revokedReason !== '' && (
          <Note size="xs" className="broken" maw={200}>
            {revokedReason}
          </Note>
        )}
      </>
    ),
  },
  // On several lines, so that the actions cover no column of a screen of 1280 pixels.
  { head: strings.created, time: 'createdAt', cellProps: { className: 'broken' } },
  { head: strings.lastUsed, time: 'lastUsedAt', cellProps: { className: 'broken' } },
  {
    head: strings.requests,
    cell: (key) =>
      key.rateLimit === null ? (
        <RequestsLink of={key} />
      ) : (
        withNote(<RequestsLink of={key} />, fill(strings.limitOf, { count: formatNumber(key.rateLimit) }))
      ),
    cellProps: { ta: 'right' },
  },
  {
    actions: (key) => (
      <RowMenu label={fill(strings.actionsOf, { label: key.label })} row={key} actions={ACTIONS} />
    ),
  },
];

function RequestsLink({ of: { label, prefix, requestsLastDay } }: { readonly of: ListedKey }) {
  const count = formatNumber(requestsLastDay);
  return (
    <PageLink
      to={`/requests?key=${prefix}`}
      label={count}
      aria-label={fill(strings.requestsOf, { count, label })}
    />
  );
}

const MONTH_HOURS = 720;

/** Shows everything about one key, including its usage. */
function KeyDetails({ of: key }: { readonly of: ListedKey }) {
  const query = useQuery(queryOf('getUsage', { query: { hours: MONTH_HOURS, key: key.id } }));
  return (
    <Loaded query={query}>
      {({ topKeys: [usage = { requests: 0, refused: 0 }] }) => (
        <Facts
          orientation="vertical"
          facts={[
            [strings.kind, common.keyKinds[key.kind]],
            [strings.prefix, <Code>{key.prefix}…</Code>],
            [strings.id, <Code>{key.id}</Code>],
            [strings.state, <StatusBadge status={key.state} />],
            ...revocationOf(key),
            [strings.expires, <Time at={key.expiresAt} />],
            [strings.limit, key.rateLimit === null ? strings.notSet : formatNumber(key.rateLimit)],
            [strings.note, key.note || strings.notSet],
            [strings.created, <Time at={key.createdAt} />],
            [strings.lastUsed, <Time at={key.lastUsedAt} />],
            [strings.requests, formatNumber(key.requestsLastDay)],
            [strings.lastMonth, formatNumber(usage.requests)],
            [strings.refusedMonth, formatNumber(usage.refused)],
          ]}
        />
      )}
    </Loaded>
  );
}

function revocationOf({ revokedAt, revokedReason }: ListedKey) {
  if (revokedAt === null) return [];
  return [
    [strings.revokedAt, <Time at={revokedAt} />],
    [strings.reason, revokedReason],
  ] as const;
}
