import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Account, RecoveryCodes } from '#contract/account';
import { call } from '../api/call.js';
import { accountQuery } from '../api/queries.js';
import { queryClient } from '../api/query-client.js';
import { fill } from '../display/fill.js';
import { formatNumber } from '../display/format.js';
import { Note } from '../display/note.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { OneTimeSecret } from '../forms/one-time-secret.js';
import { Panel } from '../layout/page.js';
import { PasswordConfirmation } from './password-confirmation.js';
import strings from './strings.json';

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
  const left = { count: formatNumber(account.recoveryCodesLeft) };
  return (
    <Panel
      title={strings.recovery}
      lead={strings.recoveryLead}
      actions={hasFactor && <Button onClick={renew}>{strings.recoveryRenew}</Button>}
    >
      <Note>{hasFactor ? fill(strings.recoveryLeft, left) : strings.recoveryNone}</Note>
    </Panel>
  );
}

interface NewRecoveryCodesProps {
  readonly dialog: Dialog;
  /** The form that creates the codes. */
  readonly children: (onDone: (codes: RecoveryCodes) => void) => ReactNode;
}

/** Shows a form and then the recovery codes that it created, once. */
export function NewRecoveryCodes({ dialog, children }: NewRecoveryCodesProps) {
  return (
    <OneTimeSecret dialog={dialog} texts={strings.newCodes}>
      {(show) =>
        children(({ recoveryCodes }) => {
          show(recoveryCodes.join('\n'));
          void queryClient.invalidateQueries(accountQuery);
        })
      }
    </OneTimeSecret>
  );
}
