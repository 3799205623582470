import { Button, Menu, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../api/call.js';
import { queryClient, sessionQuery } from '../api/queries.js';
import { fill } from '../display/format.js';
import { choicesOf } from '../lists/url-state.js';
import common from '../strings.json';

const { shell: strings } = common;

export function AccountMenu({ name }: { readonly name: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSettled: async () => {
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      // Do not show cached data to the next user of this browser.
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
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
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
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => signOut.mutate()}>
          {strings.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
