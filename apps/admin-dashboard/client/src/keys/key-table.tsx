import { ActionIcon, Code, Menu, Table, Text } from '@mantine/core';
import { IconBan, IconChartBar, IconDots, IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ListedKey } from '../../../contract/key.js';
import { number } from '../format.js';
import { openDialog } from '../parts/dialog.js';
import { Instant } from '../parts/instant.js';
import { KeyBadge } from '../parts/status-badge.js';
import { WideTable } from '../parts/wide-table.js';
import { TEXTS } from '../texts/texts.js';
import { KeyDetails } from './key-details.js';
import { KeyLabelling } from './key-labelling.js';
import { KeyRevocation } from './key-revocation.js';

const { keys: texts } = TEXTS;
const { label, prefix, state, created, lastUsed, requests, actions } = texts.columns;

export function KeyTable({ keys }: { readonly keys: readonly ListedKey[] }) {
  return (
    <WideTable
      label={TEXTS.pages.keys}
      minWidth={900}
      heads={[label, prefix, state, created, lastUsed, requests, actions]}
      endsInActions
    >
      {keys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td className="broken" miw={140} maw={280}>
            {key.label}
          </Table.Td>
          <Table.Td>
            <Code>{key.prefix}…</Code>
            <Text size="xs" c="dimmed">
              {texts.kinds[key.kind]}
            </Text>
          </Table.Td>
          <Table.Td>
            <KeyBadge state={key.state} />
            {key.revokedReason !== '' && (
              <Text size="xs" c="dimmed" className="broken" maw={200}>
                {key.revokedReason}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Instant at={key.createdAt} />
          </Table.Td>
          <Table.Td>
            <Instant at={key.lastUsedAt} />
          </Table.Td>
          <Table.Td ta="right">{number(key.requestsLastDay)}</Table.Td>
          <Table.Td>
            <KeyActions of={key} />
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}

function KeyActions({ of: key }: { readonly of: ListedKey }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsOf(key.label)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconInfoCircle size={16} aria-hidden />}
          onClick={() => openDialog(key.label, () => <KeyDetails of={key} />)}
        >
          {texts.details}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/usage?key=${key.id}`}
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          {texts.usage}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => openDialog(texts.rename, (dialog) => <KeyLabelling of={key} dialog={dialog} />)}
        >
          {texts.rename}
        </Menu.Item>
        {key.state === 'active' && (
          <Menu.Item
            color="red"
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() =>
              openDialog(texts.revokeTitle(key.label), (dialog) => <KeyRevocation of={key} dialog={dialog} />)
            }
          >
            {texts.revoke}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
