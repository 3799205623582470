import { Button, PasswordInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '#contract/account';
import { call } from '../api/call.js';
import { sessionQuery } from '../api/queries.js';
import { Time } from '../display/time.js';
import { ApiForm, required } from '../forms/api-form.js';
import { openDialog } from '../forms/dialog.js';
import { NewPasswordFields, newPasswordRules } from '../forms/new-password-fields.js';
import { Panel } from '../layout/page.js';
import { strings } from './strings.js';

export function PasswordPanel({ account }: { readonly account: Account }) {
  const client = useQueryClient();
  const change = () =>
    openDialog(strings.changePassword, (dialog) => (
      <ApiForm
        initial={{ currentPassword: '', newPassword: '', repeated: '' }}
        validate={{ currentPassword: required, ...newPasswordRules }}
        send={({ currentPassword, newPassword }) =>
          call('changePassword', { body: { currentPassword, newPassword } })
        }
        onDone={(state) => {
          client.setQueryData(sessionQuery.queryKey, state);
          dialog.close();
          notifications.show({ message: strings.passwordDone });
          void client.invalidateQueries({ queryKey: ['account'] });
        }}
        submit={strings.changePassword}
        isWide
      >
        {(form) => (
          <>
            <Text size="sm">{strings.changePasswordLead}</Text>
            <PasswordInput
              label={strings.currentPassword}
              autoComplete="current-password"
              required
              data-autofocus
              {...form.getInputProps('currentPassword')}
            />
            <NewPasswordFields form={form} />
          </>
        )}
      </ApiForm>
    ));
  return (
    <Panel
      title={strings.password}
      actions={
        <Button variant="default" onClick={change}>
          {strings.changePassword}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {strings.passwordChanged} <Time at={account.passwordChangedAt} />
      </Text>
    </Panel>
  );
}
