import { Button, Text } from '@mantine/core';
import type { Account } from '#contract/account';
import { call } from '../api/call.js';
import { formatNumber } from '../display/format.js';
import { openDialog } from '../forms/dialog.js';
import { Panel } from '../layout/page.js';
import { NewRecoveryCodes } from './new-recovery-codes.js';
import { PasswordConfirmation } from './password-confirmation.js';
import { strings } from './strings.js';

const renew = () =>
  openDialog(strings.recoveryRenewTitle, (dialog) => (
    <NewRecoveryCodes dialog={dialog}>
      {(onDone) => (
        <PasswordConfirmation
          lead={strings.recoveryRenewLead}
          submit={strings.recoveryRenew}
          send={(password) => call('renewRecoveryCodes', { body: { password } })}
          onDone={onDone}
        />
      )}
    </NewRecoveryCodes>
  ));

export function RecoveryPanel({ account }: { readonly account: Account }) {
  const hasFactor = account.totp || account.passkeys.length > 0;
  return (
    <Panel
      title={strings.recovery}
      lead={strings.recoveryLead}
      actions={
        hasFactor && (
          <Button variant="default" onClick={renew}>
            {strings.recoveryRenew}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {hasFactor ? strings.recoveryLeft(formatNumber(account.recoveryCodesLeft)) : strings.recoveryNone}
      </Text>
    </Panel>
  );
}
