import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Account, Reauthentication } from '../../../contract/account.js';
import { openDialog } from '../parts/dialog.js';
import { Panel } from '../parts/page.js';
import { accountQuestion } from '../questions.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { AuthenticatorSetUp } from './authenticator-set-up.js';
import { PasswordProof } from './password-proof.js';

const { account: texts } = TEXTS;

export function AuthenticatorPanel({ account }: { readonly account: Account }) {
  const client = useQueryClient();
  const remove = () =>
    openDialog(texts.totpRemoveTitle, (dialog) => (
      <PasswordProof
        lead={texts.totpRemoveLead}
        submit={texts.totpRemove}
        isRemoval
        send={(password) =>
          change<Account>('/api/account/totp/remove', { password } satisfies Reauthentication)
        }
        onDone={(after) => {
          client.setQueryData(accountQuestion.queryKey, after);
          dialog.close();
          notifications.show({ message: texts.totpRemoved });
        }}
      />
    ));
  return (
    <Panel
      title={texts.totp}
      lead={texts.totpLead}
      actions={
        account.totp ? (
          <Button variant="default" aria-label={texts.totpRemoveThis} onClick={remove}>
            {texts.totpRemove}
          </Button>
        ) : (
          <Button
            onClick={() => openDialog(texts.totpAdd, (dialog) => <AuthenticatorSetUp dialog={dialog} />)}
          >
            {texts.totpAdd}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {account.totp ? texts.totpOn : texts.totpOff}
      </Text>
    </Panel>
  );
}
