import '@mantine/notifications/styles.css';
import { Alert, AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import {
  IconChartBar,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMap2,
  IconPlugConnectedX,
  IconRefresh,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { Answer, Loading } from '../parts/answer.js';
import { Boundary } from '../parts/boundary.js';
import { Mark } from '../parts/mark.js';
import { sessionQuestion } from '../questions.js';
import { useReachable } from '../reachability.js';
import { signInAddress } from '../sign-in/way-back.js';
import { TEXTS } from '../texts/texts.js';
import { AccountMenu } from './account-menu.js';
import { useLiveChanges } from './live-changes.js';

const PAGES = [
  { to: '/', label: TEXTS.pages.overview, Icon: IconLayoutDashboard },
  { to: '/keys', label: TEXTS.pages.keys, Icon: IconKey },
  { to: '/usage', label: TEXTS.pages.usage, Icon: IconChartBar },
  { to: '/directory', label: TEXTS.pages.directory, Icon: IconMap2 },
  { to: '/runs', label: TEXTS.pages.runs, Icon: IconRefresh },
  { to: '/audit', label: TEXTS.pages.audit, Icon: IconHistory },
  { to: '/account', label: TEXTS.pages.account, Icon: IconUser },
];

/** What surrounds every page for somebody who is signed in; everybody else is led to sign in and back. */
export default function Shell() {
  const session = useQuery(sessionQuestion);
  const location = useLocation();
  return (
    <Answer to={session}>
      {(state) =>
        state.stage === 'signed-in' ? (
          <ModalsProvider modalProps={{ centered: true, closeButtonProps: { 'aria-label': TEXTS.close } }}>
            <Frame name={state.name} />
          </ModalsProvider>
        ) : (
          <Navigate to={signInAddress(location)} replace />
        )
      }
    </Answer>
  );
}

function Frame({ name }: { readonly name: string }) {
  useLiveChanges();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useHeadingFocus(pathname);
  const isCurrent = (to: string) => (to === '/' ? pathname === '/' : pathname.startsWith(to));
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#page">
        {TEXTS.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? TEXTS.shell.closeMenu : TEXTS.shell.openMenu}
              aria-expanded={isOpen}
            />
            <Mark />
            <Text fw={700} size="lg">
              {TEXTS.product}
            </Text>
            <Text c="dimmed" visibleFrom="xs">
              {TEXTS.administration}
            </Text>
          </Group>
          <AccountMenu name={name} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={TEXTS.shell.navigation}>
        <AppShell.Section grow component={ScrollArea}>
          {PAGES.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              active={isCurrent(to)}
              aria-current={isCurrent(to) ? 'page' : undefined}
              leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
              onClick={close}
            />
          ))}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Box maw={1200} mx="auto">
          <Connection />
          <Boundary key={pathname}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </Boundary>
        </Box>
      </AppShell.Main>
      <Notifications position="bottom-right" />
    </AppShell>
  );
}

/** Says so while there is no way to the server. */
function Connection() {
  const { online } = useNetwork();
  const isReachable = useReachable();
  if (online && isReachable) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      mb="lg"
      role="status"
      icon={<IconPlugConnectedX aria-hidden />}
      title={TEXTS.failure.offlineTitle}
    >
      {TEXTS.failure.offline}
    </Alert>
  );
}

/** Moves the focus to the heading of a page that one goes to, so that it is read out; not when the client starts. */
function useHeadingFocus(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#page')?.focus({ preventScroll: true });
  }, [pathname]);
}
