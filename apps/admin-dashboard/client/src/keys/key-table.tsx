import { ActionIcon, Button, Checkbox, Code, Group, Menu, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconBan,
  IconChartBar,
  IconDots,
  IconInfoCircle,
  IconPencil,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListedKey } from '#contract/service/keys';
import { queryOf, useMay } from '../api/queries.js';
import { fill, formatNumber, formatTime } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { Facts, Note, StatusBadge, Time } from '../display/values.js';
import { openDialog } from '../forms/dialog.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import { TEXTS } from '../language/texts.js';
import { openKeyLabeling, openKeyRevocation, openKeyTerms, openRevocationOf } from './key-dialogs.js';

const { common, keys: strings } = TEXTS;

/** The keys of a page. Active ones can be selected, and revoked together. */
export function KeyTable({ title, keys }: { readonly title: string; readonly keys: readonly ListedKey[] }) {
  const mayRevoke = useMay('operator');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  // One that is no longer on the page, or no longer active, does not count.
  const chosen = keys.filter(({ id, state }) => state === 'active' && selected.has(id));
  const toggle = (id: string) =>
    select(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  const column: Column<ListedKey> = {
    head: strings.select,
    cell: ({ id, label, state }) =>
      state === 'active' && (
        <Checkbox
          aria-label={fill(strings.selectKey, { label })}
          checked={selected.has(id)}
          onChange={() => toggle(id)}
        />
      ),
  };
  return (
    <>
      <DataTable
        label={title}
        minWidth={940}
        columns={mayRevoke ? [column, ...COLUMNS] : COLUMNS}
        rows={keys}
        endsInActions
      />
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

const COLUMNS: readonly Column<ListedKey>[] = [
  {
    head: strings.label,
    cell: ({ label, note }) => (note === '' ? label : withNote(label, note)),
    cellProps: { className: 'broken', miw: 140, maw: 280 },
  },
  {
    head: strings.prefix,
    cell: ({ prefix, kind }) => withNote(<Code>{prefix}…</Code>, common.keyKinds[kind]),
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
  { head: strings.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: strings.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    head: strings.requests,
    cell: ({ requestsLastDay, rateLimit }) =>
      rateLimit === null
        ? formatNumber(requestsLastDay)
        : withNote(formatNumber(requestsLastDay), fill(strings.limitOf, { count: formatNumber(rateLimit) })),
    cellProps: { ta: 'right' },
  },
  { head: common.actions, cell: (key) => <KeyActions of={key} /> },
];

const iconOf = (Icon: typeof IconBan) => ({ leftSection: <Icon size={16} aria-hidden /> });

function KeyActions({ of: key }: { readonly of: ListedKey }) {
  const mayChange = useMay('operator');
  const showDetails = () => openDialog(key.label, () => <KeyDetails of={key} />);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={fill(strings.actionsOf, { label: key.label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item {...iconOf(IconInfoCircle)} onClick={showDetails}>
          {strings.details}
        </Menu.Item>
        <Menu.Item {...iconOf(IconChartBar)} component={Link} to={`/usage?key=${key.id}`}>
          {strings.usage}
        </Menu.Item>
        {mayChange && (
          <Menu.Item {...iconOf(IconPencil)} onClick={() => openKeyLabeling(key)}>
            {strings.rename}
          </Menu.Item>
        )}
        {mayChange && key.state !== 'revoked' && (
          <Menu.Item {...iconOf(IconAdjustments)} onClick={() => openKeyTerms(key)}>
            {strings.terms}
          </Menu.Item>
        )}
        {mayChange && key.state === 'active' && (
          <Menu.Item
            c="var(--mantine-color-error)"
            {...iconOf(IconBan)}
            onClick={() => openKeyRevocation(key)}
          >
            {strings.revoke}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
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
