import { ActionIcon, Code, Menu, Text } from '@mantine/core';
import { IconBan, IconChartBar, IconDots, IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ListedKey } from '#contract/keys';
import { formatNumber } from '../display/format.js';
import { StatusBadge } from '../display/status-badge.js';
import { Time } from '../display/time.js';
import { openDialog } from '../forms/dialog.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { common } from '../strings.js';
import { KeyDetails } from './key-details.js';
import { KeyLabeling, KeyRevocation } from './key-dialogs.js';
import { strings } from './strings.js';

const COLUMNS: readonly Column<ListedKey>[] = [
  { head: strings.label, cell: ({ label }) => label, cellProps: { className: 'broken', miw: 140, maw: 280 } },
  {
    head: strings.prefix,
    cell: ({ prefix, kind }) => (
      <>
        <Code>{prefix}…</Code>
        <Text size="xs" c="dimmed">
          {strings.kinds[kind]}
        </Text>
      </>
    ),
  },
  {
    head: strings.state,
    cell: ({ state, revokedReason }) => (
      <>
        <StatusBadge status={state} />
        {revokedReason !== '' && (
          <Text size="xs" c="dimmed" className="broken" maw={200}>
            {revokedReason}
          </Text>
        )}
      </>
    ),
  },
  { head: strings.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: strings.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    head: strings.requests,
    cell: ({ requestsLastDay }) => formatNumber(requestsLastDay),
    cellProps: { ta: 'right' },
  },
  { head: common.actions, cell: (key) => <KeyActions of={key} /> },
];

interface KeyTableProps {
  readonly label: string;
  readonly keys: readonly ListedKey[];
}

export function KeyTable({ label, keys }: KeyTableProps) {
  return (
    <DataTable
      label={label}
      minWidth={900}
      columns={COLUMNS}
      rows={keys}
      rowKey={({ id }) => id}
      endsInActions
    />
  );
}

function KeyActions({ of: key }: { readonly of: ListedKey }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.actionsOf(key.label)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconInfoCircle size={16} aria-hidden />}
          onClick={() => openDialog(key.label, () => <KeyDetails of={key} />)}
        >
          {strings.details}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/usage?key=${key.id}`}
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          {strings.usage}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => openDialog(strings.rename, (dialog) => <KeyLabeling of={key} dialog={dialog} />)}
        >
          {strings.rename}
        </Menu.Item>
        {key.state === 'active' && (
          <Menu.Item
            color="red"
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() =>
              openDialog(strings.revokeTitle(key.label), (dialog) => (
                <KeyRevocation of={key} dialog={dialog} />
              ))
            }
          >
            {strings.revoke}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
