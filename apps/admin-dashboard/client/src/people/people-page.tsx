import { ActionIcon, Badge, Button, Group, Menu } from '@mantine/core';
import { IconBan, IconDots, IconKey, IconShield, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ROLES } from '@care-atlas/domain/access';
import type { Person } from '#contract/people/people';
import { queryOf, useMay } from '../api/queries.js';
import { fill, formatTime } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Facts, Time } from '../display/values.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';
import { openDisabling, openInvitation, openReset, openRoleChange } from './people-dialogs.js';

const { common, people: strings } = TEXTS;

/** Everybody who may sign in, for those who manage them. */
export default function PeoplePage({ title }: PageContentProps) {
  const query = useQuery(queryOf('listPeople'));
  const invite = useMay('administrator') && (
    <Button variant="filled" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={openInvitation}>
      {strings.invite}
    </Button>
  );
  return (
    <Page title={title} lead={strings.lead} actions={invite}>
      <Panel title={strings.list}>
        <Loaded query={query}>
          {({ people: rows }) => (
            <DataTable label={strings.list} minWidth={680} columns={COLUMNS} rows={rows} endsInActions />
          )}
        </Loaded>
      </Panel>
      <Panel title={strings.roles}>
        <Facts facts={ROLES.map((role) => [common.roles[role], strings.roleMeanings[role]])} />
      </Panel>
    </Page>
  );
}

const COLUMNS: readonly Column<Person>[] = [
  {
    head: strings.name,
    isRowHead: true,
    cell: ({ name, isYou }) => (
      <Group gap="xs" className="broken" miw={120}>
        {name}
        {isYou && (
          <Badge variant="light" miw="max-content">
            {strings.you}
          </Badge>
        )}
      </Group>
    ),
  },
  { head: strings.role, cell: ({ role }) => common.roles[role] },
  { head: strings.signsIn, cell: (person) => signInOf(person) },
  { head: strings.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: common.actions, cell: (person) => <PersonActions of={person} /> },
];

function signInOf({ disabledAt, passwordExpiresAt, hasSecondFactor, hasOidcAccount }: Person) {
  if (disabledAt !== null) {
    const badge = (
      <Badge variant="dot" color="gray" miw="max-content">
        {strings.disabled}
      </Badge>
    );
    return withNote(badge, fill(strings.disabledAt, { time: formatTime(disabledAt) }));
  }
  if (hasOidcAccount) return strings.oidc;
  if (passwordExpiresAt === null) return hasSecondFactor ? strings.withFactor : strings.passwordAlone;
  const isOver = Date.parse(passwordExpiresAt) <= Date.now();
  const note = isOver ? strings.oneTimeOver : strings.oneTimeUntil;
  return withNote(strings.oneTime, fill(note, { time: formatTime(passwordExpiresAt) }));
}

const iconOf = (Icon: typeof IconBan) => ({ leftSection: <Icon size={16} aria-hidden /> });

function PersonActions({ of: person }: { readonly of: Person }) {
  const { name, isYou, disabledAt } = person;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={fill(strings.actionsOf, { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item {...iconOf(IconShield)} onClick={() => openRoleChange(person)}>
          {strings.changeRole}
        </Menu.Item>
        {!isYou && (
          <Menu.Item {...iconOf(IconKey)} onClick={() => openReset(person)}>
            {disabledAt === null ? strings.reset : strings.enable}
          </Menu.Item>
        )}
        {disabledAt === null && (
          <Menu.Item
            c="var(--mantine-color-error)"
            {...iconOf(IconBan)}
            onClick={() => openDisabling(person)}
          >
            {strings.disable}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
