import '@mantine/notifications/styles.css';
import { AppShell, Box, Burger, Button, Group, Menu, Text } from '@mantine/core';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { call } from '../api/call.js';
import { useLiveUpdates } from '../api/live-updates.js';
import { RoleContext, sessionQuery } from '../api/queries.js';
import { fill } from '../display/format.js';
import { Loaded, Loading, TroubleAlert, Waiting } from '../display/loading.js';
import { Logo } from '../display/logo.js';
import { choicesOf } from '../lists/url-state.js';
import { leave, signInAddress } from '../sign-in/return-address.js';
import { SignInAbove } from '../sign-in/sign-in-above.js';
import { type Reader, useReader } from '../sign-in/use-reader.js';
import { chooseLanguage, LANGUAGE, type Language, LANGUAGES } from '../language/language.js';
import { TEXTS } from '../language/texts.js';
import { ErrorBoundary } from './error-boundary.js';
import { Navigation } from './navigation.js';

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
        <Frame name={reader.name} role={reader.role} />
      </ModalsProvider>
      {hasEnded && <SignInAbove name={reader.name} />}
    </RoleContext>
  );
}

function Frame({ name, role }: Reader) {
  useLiveUpdates();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useContentFocus(pathname);
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
        <Navigation role={role} onLeave={close} />
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
