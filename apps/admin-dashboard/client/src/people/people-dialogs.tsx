import { Button } from '@mantine/core';
import { ROLES } from '@care-atlas/domain/access';
import type { OneTimePassword, Person } from '#contract/people/people';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { fill } from '../display/format.js';
import { ApiForm, type ApiFormProps } from '../forms/api-form.js';
import { type Dialog, OneTimeSecret, openDialog } from '../forms/dialog.js';
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

const reload = () => void queryClient.invalidateQueries({ queryKey: ['people'] });

function finish(dialog: Dialog, message: string): void {
  dialog.finish(message);
  reload();
}

export function openInvitation(): void {
  openDialog(strings.invite, (dialog) => (
    <NewPassword
      dialog={dialog}
      fields={{ name: NAME, role: { ...ROLE, initial: LEAST_ROLE } }}
      send={({ name, role }) => call('invitePerson', { body: { name, role: role as Person['role'] } })}
      submit={strings.inviteSubmit}
    />
  ));
}

export function openReset({ name }: Person): void {
  openDialog(fill(strings.resetTitle, { name }), (dialog) => (
    <NewPassword
      dialog={dialog}
      lead={fill(strings.resetLead, { name })}
      fields={{}}
      send={() => call('resetPerson', { params: { name } })}
      submit={strings.resetSubmit}
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    />
  ));
}

interface NewPasswordProps<Field extends string> extends Omit<
  ApiFormProps<Field, OneTimePassword>,
  'onDone'
> {
  readonly dialog: Dialog;
}

/** Shows a form and then the one-time password that it created, once. */
function NewPassword<Field extends string>({ dialog, ...form }: NewPasswordProps<Field>) {
  return (
    <OneTimeSecret dialog={dialog} texts={strings.newPassword}>
      {(show) => (
        <ApiForm
          {...form}
          onDone={({ password }) => {
            show(password);
            reload();
          }}
        />
      )}
    </OneTimeSecret>
  );
}

export function openRoleChange({ name, role }: Person): void {
  openDialog(fill(strings.changeRoleTitle, { name }), (dialog) => (
    <ApiForm
      lead={strings.changeRoleLead}
      fields={{ role: { ...FOCUSED_ROLE, initial: role } }}
      send={(body) => call('changeRole', { params: { name }, body: { role: body.role as Person['role'] } })}
      onDone={(changed) =>
        finish(dialog, fill(strings.roleChanged, { name, role: common.roles[changed.role] }))
      }
      submit={common.save}
    />
  ));
}

export function openDisabling({ name }: Person): void {
  openDialog(fill(strings.disableTitle, { name }), (dialog) => (
    <ApiForm
      lead={fill(strings.disableLead, { name })}
      fields={{}}
      send={() => call('disablePerson', { params: { name } })}
      onDone={() => finish(dialog, fill(strings.disabledDone, { name }))}
      submit={strings.disableSubmit}
      isDangerous
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    />
  ));
}
