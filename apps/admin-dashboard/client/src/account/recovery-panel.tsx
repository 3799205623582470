import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account, Reauthentication, RecoveryCodes } from '../../../contract/account.js';
import { number } from '../format.js';
import { type OpenDialog, openDialog } from '../parts/dialog.js';
import { Panel } from '../parts/page.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { NewCodes } from './new-codes.js';
import { PasswordProof } from './password-proof.js';

const { account: texts } = TEXTS;

export function RecoveryPanel({ account }: { readonly account: Account }) {
  const hasFactor = account.totp || account.passkeys.length > 0;
  return (
    <Panel
      title={texts.recovery}
      lead={texts.recoveryLead}
      actions={
        hasFactor && (
          <Button
            variant="default"
            onClick={() => openDialog(texts.recoveryRenewTitle, (dialog) => <Renewal dialog={dialog} />)}
          >
            {texts.recoveryRenew}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {hasFactor ? texts.recoveryLeft(number(account.recoveryCodesLeft)) : texts.recoveryNone}
      </Text>
    </Panel>
  );
}

function Renewal({ dialog }: { readonly dialog: OpenDialog }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  if (codes) return <NewCodes codes={codes} dialog={dialog} />;
  return (
    <PasswordProof
      lead={texts.recoveryRenewLead}
      submit={texts.recoveryRenew}
      send={(password) =>
        change<RecoveryCodes>('/api/account/recovery-codes', { password } satisfies Reauthentication)
      }
      onDone={({ recoveryCodes }) => {
        dialog.hold(texts.recoveryTitle);
        setCodes(recoveryCodes);
        void client.invalidateQueries({ queryKey: ['account'] });
      }}
    />
  );
}
