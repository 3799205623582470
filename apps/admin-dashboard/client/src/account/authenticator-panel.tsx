import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '#contract/account';
import { call } from '../api/call.js';
import { accountQuery } from '../api/queries.js';
import { openDialog } from '../forms/dialog.js';
import { Panel } from '../layout/page.js';
import { AuthenticatorSetup } from './authenticator-setup.js';
import { PasswordConfirmation } from './password-confirmation.js';
import { strings } from './strings.js';

const setUp = () => openDialog(strings.totpAdd, (dialog) => <AuthenticatorSetup dialog={dialog} />);

export function AuthenticatorPanel({ account }: { readonly account: Account }) {
  const client = useQueryClient();
  const remove = () =>
    openDialog(strings.totpRemoveTitle, (dialog) => (
      <PasswordConfirmation
        lead={strings.totpRemoveLead}
        submit={strings.totpRemove}
        isDangerous
        send={(password) => call('removeTotp', { body: { password } })}
        onDone={(changed) => {
          client.setQueryData(accountQuery.queryKey, changed);
          dialog.close();
          notifications.show({ message: strings.totpRemoved });
        }}
      />
    ));
  return (
    <Panel
      title={strings.totp}
      lead={strings.totpLead}
      actions={
        account.totp ? (
          <Button variant="default" aria-label={strings.totpRemoveThis} onClick={remove}>
            {strings.totpRemove}
          </Button>
        ) : (
          <Button onClick={setUp}>{strings.totpAdd}</Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {account.totp ? strings.totpOn : strings.totpOff}
      </Text>
    </Panel>
  );
}
