import { ActionIcon, Code, Menu } from '@mantine/core';
import { IconBan, IconChartBar, IconDots, IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ListedKey } from '#contract/keys';
import { fill } from '../display/fill.js';
import { formatNumber } from '../display/format.js';
import { Note } from '../display/note.js';
import { StatusBadge } from '../display/status-badge.js';
import { Time } from '../display/time.js';
import { openDialog } from '../forms/dialog.js';
import type { Column } from '../lists/data-table.js';
import common from '../strings.json';
import { KeyDetails } from './key-details.js';
import { openKeyLabeling, openKeyRevocation } from './key-dialogs.js';
import strings from './strings.json';

export const KEY_COLUMNS: readonly Column<ListedKey>[] = [
  { head: strings.label, cell: ({ label }) => label, cellProps: { className: 'broken', miw: 140, maw: 280 } },
  {
    head: strings.prefix,
    cell: ({ prefix, kind }) => (
      <>
        <Code>{prefix}…</Code>
        <Note size="xs">{common.keyKinds[kind]}</Note>
      </>
    ),
  },
  {
    head: strings.state,
    cell: ({ state, revokedReason }) => (
      <>
        <StatusBadge status={state} />
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
    cell: ({ requestsLastDay }) => formatNumber(requestsLastDay),
    cellProps: { ta: 'right' },
  },
  { head: common.actions, cell: (key) => <KeyActions of={key} /> },
];

const iconOf = (Icon: typeof IconBan) => ({ leftSection: <Icon size={16} aria-hidden /> });

function KeyActions({ of: key }: { readonly of: ListedKey }) {
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
        <Menu.Item {...iconOf(IconPencil)} onClick={() => openKeyLabeling(key)}>
          {strings.rename}
        </Menu.Item>
        {key.state === 'active' && (
          <Menu.Item color="red" {...iconOf(IconBan)} onClick={() => openKeyRevocation(key)}>
            {strings.revoke}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
