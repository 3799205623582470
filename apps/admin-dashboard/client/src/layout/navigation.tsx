import { AppShell, Box, NavLink, ScrollArea } from '@mantine/core';
import { includesRole, type Role } from '@care-atlas/domain/access';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { Note } from '../display/values.js';
import { PAGE_GROUPS } from '../pages.js';

interface NavigationProps {
  readonly role: Role;
  /** Called when an entry is chosen. */
  readonly onLeave: () => void;
}

/** The pages that a role may see, by their groups. */
export function Navigation({ role, onLeave }: NavigationProps) {
  const { pathname } = useLocation();
  const isCurrent = (path: string) => (path === '/' ? pathname === '/' : pathname.startsWith(path));
  return (
    <AppShell.Section grow component={ScrollArea}>
      {PAGE_GROUPS.map(({ name: group, pages }) => (
        <NavGroup key={group} name={group}>
          {pages
            .filter((page) => includesRole(role, page.role))
            .map(({ path, title, Icon }) => (
              <NavLink
                key={path}
                component={Link}
                to={path}
                label={title}
                py={5}
                active={isCurrent(path)}
                aria-current={isCurrent(path) ? 'page' : undefined}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                onClick={onLeave}
              />
            ))}
        </NavGroup>
      ))}
    </AppShell.Section>
  );
}

interface NavGroupProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Entries of the navigation under their common name, if they have one. */
function NavGroup({ name, children }: NavGroupProps) {
  const id = useId();
  if (name === '') return children;
  return (
    <Box role="group" aria-labelledby={id} mt="sm">
      <Note id={id} size="xs" fw={650} px="sm" pb={2}>
        {name}
      </Note>
      {children}
    </Box>
  );
}
