import '@mantine/notifications/styles.css';
import { AppShell, Box, Burger, Button, Group, Menu, NavLink, ScrollArea, Text } from '@mantine/core';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { includesRole, type Role } from '@care-atlas/domain/access';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import type { SessionState } from '#contract/people/sign-in';
import { call } from '../api/call.js';
import { useLiveUpdates } from '../api/live-updates.js';
import { RoleContext, sessionQuery } from '../api/queries.js';
import { fill } from '../display/format.js';
import { Loaded, Loading, TroubleAlert, Waiting } from '../display/loading.js';
import { Logo } from '../display/logo.js';
import { Note } from '../display/values.js';
import { choicesOf } from '../lists/url-state.js';
import { PAGE_GROUPS } from '../pages.js';
import { leave, signInAddress } from '../sign-in/return-address.js';
import { SignInAbove } from '../sign-in/sign-in-above.js';
import { chooseLanguage, LANGUAGE, type Language, LANGUAGES } from '../language/language.js';
import { TEXTS } from '../language/texts.js';
import { ErrorBoundary } from './error-boundary.js';

const { common } = TEXTS;
const { shell: strings } = common;

/**
 * Surrounds every page. A person who is not signed in is redirected to sign in, and back afterwards. When a session ends, its page
 * stays, below the sign-in.
 */
export default function Shell() {
  const session = useQuery(sessionQuery);
  const location = useLocation();
  const reader = useReader(session.data);
  if (session.isPending) return <Waiting />;
  if (!reader)
    return <Loaded query={session}>{() => <Navigate to={signInAddress(location)} replace />}</Loaded>;
  const hasEnded = session.data?.status !== 'signed-in';
  return (
    <RoleContext value={reader.role}>
      <ModalsProvider
        modalProps={{
          centered: true,
          closeOnEscape: !hasEnded,
          closeButtonProps: { 'aria-label': common.close },
        }}
      >
        <Frame {...reader} />
      </ModalsProvider>
      {hasEnded && <SignInAbove name={reader.name} />}
    </RoleContext>
  );
}

interface Reader {
  readonly name: string;
  readonly role: Role;
}

/** Returns the person who is signed in, or who was until the session ended. */
function useReader(state: SessionState | undefined): Reader | undefined {
  const [reader, setReader] = useState<Reader>();
  if (state?.status !== 'signed-in') return reader;
  const { name, role } = state;
  if (name === reader?.name && role === reader.role) return reader;
  if (reader !== undefined && name !== reader.name) {
    // What the page shows and holds belongs to somebody else.
    sessionStorage.clear();
    window.location.reload();
    return undefined;
  }
  setReader({ name, role });
  return { name, role };
}

function Frame({ name, role }: Reader) {
  useLiveUpdates();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useContentFocus(pathname);
  const isCurrent = (path: string) => (path === '/' ? pathname === '/' : pathname.startsWith(path));
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#page">
        {common.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? strings.closeMenu : strings.openMenu}
              aria-expanded={isOpen}
            />
            <Logo />
            <Text fw={700} size="lg">
              {common.product}
            </Text>
            <Text c="dimmed" visibleFrom="xs">
              {common.administration}
            </Text>
          </Group>
          <AccountMenu name={name} role={role} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={strings.navigation}>
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
                    onClick={close}
                  />
                ))}
            </NavGroup>
          ))}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Box maw={1200} mx="auto">
          <TroubleAlert />
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </Box>
      </AppShell.Main>
      <Notifications position="bottom-right" />
    </AppShell>
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

/** Moves the focus to the content when the user opens another page, so that screen readers announce it. */
function useContentFocus(pathname: string): void {
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#page')?.focus({ preventScroll: true });
  }, [pathname]);
}

function AccountMenu({ name, role }: Reader) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: leave,
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          maw={180}
          aria-label={fill(strings.accountMenu, { name })}
          leftSection={<IconUserCircle size={22} stroke={1.6} aria-hidden />}
        >
          <Text span inherit truncate>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name} · {common.roles[role]}
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={18} aria-hidden />}>
          {strings.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{strings.colorScheme}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {choicesOf(strings.colorSchemes).map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{strings.language}</Menu.Label>
        <Menu.RadioGroup value={LANGUAGE} onChange={(language) => chooseLanguage(language as Language)}>
          {choicesOf(LANGUAGES).map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} lang={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => signOut.mutate()}>
          {strings.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
