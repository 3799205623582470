import { Button, Menu, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sessionQuestion } from '../questions.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';

const SCHEMES = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** Who is signed in, and what they do with the dashboard as a whole. */
export function AccountMenu({ name }: { readonly name: string }) {
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => change('/api/sign-out'),
    onSettled: async () => {
      await client.refetchQueries({ queryKey: sessionQuestion.queryKey });
      // What was shown is nothing for whoever sits down here next.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          maw={180}
          aria-label={TEXTS.shell.accountMenu(name)}
          leftSection={<IconUserCircle size={22} stroke={1.6} aria-hidden />}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={18} aria-hidden />}>
          {TEXTS.pages.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{TEXTS.shell.scheme}</Menu.Label>
        {Object.entries(SCHEMES).map(([scheme, Icon]) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            closeMenuOnClick={false}
            leftSection={<Icon size={18} aria-hidden />}
            fw={colorScheme === scheme ? 700 : undefined}
            onClick={() => setColorScheme(scheme as MantineColorScheme)}
          >
            {TEXTS.shell.schemes[scheme as MantineColorScheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => signOut.mutate()}>
          {TEXTS.shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
