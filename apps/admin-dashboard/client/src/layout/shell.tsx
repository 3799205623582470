import '@mantine/notifications/styles.css';
import { AppShell, Box, Burger, Button, Group, Menu, NavLink, ScrollArea, Text } from '@mantine/core';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { includesRole, type Role } from '@care-atlas/domain/access';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { call } from '../api/call.js';
import { useLiveUpdates } from '../api/live-updates.js';
import { queryClient, sessionQuery } from '../api/queries.js';
import { fill } from '../display/format.js';
import { Loaded, Loading, TroubleAlert, Waiting } from '../display/loading.js';
import { Logo } from '../display/logo.js';
import { choicesOf } from '../lists/url-state.js';
import { PAGES } from '../pages.js';
import { signInAddress } from '../sign-in/return-address.js';
import { chooseLanguage, LANGUAGE, type Language, LANGUAGES } from '../language/language.js';
import { TEXTS } from '../language/texts.js';
import { ErrorBoundary } from './error-boundary.js';

const { common } = TEXTS;
const { shell: strings } = common;

/** Surrounds every page. A user who is not signed in is redirected to sign in, and back afterwards. */
export default function Shell() {
  const session = useQuery(sessionQuery);
  const location = useLocation();
  if (session.isPending) return <Waiting />;
  return (
    <Loaded query={session}>
      {(state) =>
        state.status === 'signed-in' ? (
          <ModalsProvider modalProps={{ centered: true, closeButtonProps: { 'aria-label': common.close } }}>
            <Frame name={state.name} role={state.role} />
          </ModalsProvider>
        ) : (
          <Navigate to={signInAddress(location)} replace />
        )
      }
    </Loaded>
  );
}

interface Reader {
  readonly name: string;
  readonly role: Role;
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
          {PAGES.filter((page) => includesRole(role, page.role)).map(({ path, title, Icon }) => (
            <NavLink
              key={path}
              component={Link}
              to={path}
              label={title}
              active={isCurrent(path)}
              aria-current={isCurrent(path) ? 'page' : undefined}
              leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
              onClick={close}
            />
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
    onSettled: async () => {
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      // Do not show cached data to the next user of this browser.
      sessionStorage.clear();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    },
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
