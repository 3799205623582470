import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Role } from '@care-atlas/domain/access';
import { useRole } from '../api/queries.js';

/** What can be done with a row: something that happens here, or an address that has more. */
export type RowAction<Row> = {
  readonly label: string | ((row: Row) => string);
  readonly Icon: Icon;
  /** Whether a row has it; by default, each has. */
  readonly isFor?: (row: Row) => boolean;
  /** The least role that may do it; by default viewer. */
  readonly role?: Role;
  readonly isDangerous?: boolean;
} & ({ readonly onChoose: (row: Row) => void } | { readonly to: (row: Row) => string });

interface RowMenuProps<Row> {
  /** The accessible name of the menu. */
  readonly label: string;
  readonly row: Row;
  readonly actions: readonly RowAction<Row>[];
}

/** A menu of what can be done with a row. */
export function RowMenu<Row>({ label, row, actions }: RowMenuProps<Row>) {
  const may = useRole();
  const opener = useRef<HTMLButtonElement>(null);
  const offered = actions.filter(({ role = 'viewer', isFor }) => may(role) && isFor?.(row) !== false);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action, position) => {
          const { label: text, Icon: ItemIcon, isDangerous } = action;
          const item = {
            c: isDangerous ? 'var(--mantine-color-error)' : undefined,
            leftSection: <ItemIcon size={16} aria-hidden />,
            children: typeof text === 'string' ? text : text(row),
          };
          return 'to' in action ? (
            <Menu.Item key={position} component={Link} to={action.to(row)} {...item} />
          ) : (
            <Menu.Item
              key={position}
              onClick={() => {
                // The item is gone when a dialog closes: the focus comes back to the button.
                opener.current?.focus();
                action.onChoose(row);
              }}
              {...item}
            />
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
