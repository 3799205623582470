import { Badge, Button, Group } from '@mantine/core';
import { IconBan, IconKey, IconShield, IconUserPlus } from '@tabler/icons-react';
import { ROLES } from '@care-atlas/domain/access';
import type { Person } from '#contract/people/people';
import { useMay } from '../api/queries.js';
import { fill, formatTime } from '../display/format.js';
import { Panel } from '../display/page.js';
import { Facts } from '../display/values.js';
import { withNote } from '../lists/data-table.js';
import { listPage } from '../lists/list-page.js';
import { type RowAction, RowMenu } from '../lists/row-menu.js';
import { TEXTS } from '../language/texts.js';
import { openDisabling, openInvitation, openReset, openRoleChange } from './people-dialogs.js';

const { common, people: strings } = TEXTS;

const isEnabled = ({ disabledAt }: Person) => disabledAt === null;

const ACTIONS: readonly RowAction<Person>[] = [
  { label: strings.changeRole, Icon: IconShield, onChoose: openRoleChange },
  {
    label: (person) => (isEnabled(person) ? strings.reset : strings.enable),
    Icon: IconKey,
    isFor: ({ isYou }) => !isYou,
    onChoose: openReset,
  },
  { label: strings.disable, Icon: IconBan, isFor: isEnabled, isDangerous: true, onChoose: openDisabling },
];

/** Everybody who may sign in, for those who manage them. */
export default listPage('listPeople', 'people', {
  lead: strings.lead,
  title: strings.list,
  Actions: InviteButton,
  Below: RoleMeanings,
  table: {
    minWidth: 680,
    columns: [
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
      { head: strings.signsIn, cell: signInOf },
      { head: strings.since, time: 'createdAt' },
      {
        actions: (person) => (
          <RowMenu label={fill(strings.actionsOf, { name: person.name })} row={person} actions={ACTIONS} />
        ),
      },
    ],
  },
});

function InviteButton() {
  if (!useMay('administrator')) return null;
  return (
    <Button variant="filled" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={openInvitation}>
      {strings.invite}
    </Button>
  );
}

function RoleMeanings() {
  return (
    <Panel title={strings.roles}>
      <Facts facts={ROLES.map((role) => [common.roles[role], strings.roleMeanings[role]])} />
    </Panel>
  );
}

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
