import { Button, PasswordInput, Text } from '@mantine/core';
import type { Account } from '#contract/account';
import { call } from '../api/call.js';
import { queryClient, setSession } from '../api/query-client.js';
import { Note } from '../display/note.js';
import { Time } from '../display/time.js';
import { ApiForm } from '../forms/api-form.js';
import { openDialog } from '../forms/dialog.js';
import { NewPasswordFields, newPasswordRules } from '../forms/new-password-fields.js';
import { Panel } from '../layout/page.js';
import strings from './strings.json';

const change = () =>
  openDialog(strings.changePassword, (dialog) => (
    <ApiForm
      initial={{ currentPassword: '', newPassword: '', repeated: '' }}
      rules={newPasswordRules}
      send={({ repeated: _repeated, ...body }) => call('changePassword', { body })}
      onDone={(state) => {
        setSession(state);
        dialog.finish(strings.passwordDone);
        void queryClient.invalidateQueries({ queryKey: ['account'] });
      }}
      submit={strings.changePassword}
      isWide
    >
      {(field) => (
        <>
          <Text size="sm">{strings.changePasswordLead}</Text>
          <PasswordInput
            label={strings.currentPassword}
            autoComplete="current-password"
            data-autofocus
            {...field('currentPassword')}
          />
          <NewPasswordFields field={field} />
        </>
      )}
    </ApiForm>
  ));

export function PasswordPanel({ account }: { readonly account: Account }) {
  return (
    <Panel title={strings.password} actions={<Button onClick={change}>{strings.changePassword}</Button>}>
      <Note>
        {strings.passwordChanged} <Time at={account.passwordChangedAt} />
      </Note>
    </Panel>
  );
}
