import { ROLES } from '@care-atlas/domain/access';
import type { Person } from '#contract/people/people';
import { call } from '../api/call.js';
import { fill } from '../display/format.js';
import { openForm, openSecretForm } from '../forms/dialog-form.js';
import { TEXTS } from '../language/texts.js';

const { common, people: strings } = TEXTS;

const [LEAST_ROLE] = ROLES;
const NAME = {
  label: strings.name,
  description: strings.nameHint,
  maxLength: 64,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  'data-autofocus': true,
};
const ROLE = { label: strings.role, choices: common.roles };
const FOCUSED_ROLE = { ...ROLE, 'data-autofocus': true };

export function openInvitation(): void {
  openSecretForm({
    title: strings.invite,
    texts: strings.newPassword,
    fields: { name: NAME, role: { ...ROLE, initial: LEAST_ROLE } },
    send: ({ name, role }) => call('invitePerson', { body: { name, role: role as Person['role'] } }),
    secretOf: ({ password }) => password,
    submit: strings.inviteSubmit,
    reloads: 'people',
  });
}

export function openReset({ name }: Person): void {
  openSecretForm({
    title: fill(strings.resetTitle, { name }),
    texts: strings.newPassword,
    lead: fill(strings.resetLead, { name }),
    fields: {},
    send: () => call('resetPerson', { params: { name } }),
    secretOf: ({ password }) => password,
    submit: strings.resetSubmit,
    canCancel: true,
    reloads: 'people',
  });
}

export function openRoleChange({ name, role }: Person): void {
  openForm({
    title: fill(strings.changeRoleTitle, { name }),
    lead: strings.changeRoleLead,
    fields: { role: { ...FOCUSED_ROLE, initial: role } },
    send: (body) => call('changeRole', { params: { name }, body: { role: body.role as Person['role'] } }),
    done: (changed) => fill(strings.roleChanged, { name, role: common.roles[changed.role] }),
    submit: common.save,
    reloads: 'people',
  });
}

export function openDisabling({ name }: Person): void {
  openForm({
    title: fill(strings.disableTitle, { name }),
    lead: fill(strings.disableLead, { name }),
    fields: {},
    send: () => call('disablePerson', { params: { name } }),
    done: () => fill(strings.disabledDone, { name }),
    submit: strings.disableSubmit,
    isDangerous: true,
    canCancel: true,
    reloads: 'people',
  });
}
