import { Code, Image, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { RecoveryCodes, TotpSetup } from '#contract/account';
import { call } from '../api/call.js';
import { accountQuery, queryClient } from '../api/queries.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, OneTimeSecret, openDialog } from '../forms/dialog.js';
import { confirmRemoval, PasswordConfirmation } from './password-dialogs.js';
import strings from './strings.json';

export const openAuthenticatorSetup = () =>
  openDialog(strings.totpAdd, (dialog) => <AuthenticatorSetup dialog={dialog} />);
export const openAuthenticatorRemoval = () =>
  confirmRemoval(strings.totpRemoval, (password) => call('removeTotp', { body: { password } }));

const CODE_FIELD = {
  label: strings.code,
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 12,
  autoFocus: true,
} as const;

/** Sets up an authenticator: password, QR code, first code, recovery codes. */
function AuthenticatorSetup({ dialog }: { readonly dialog: Dialog }) {
  const [setup, setSetup] = useState<TotpSetup | undefined>();
  if (!setup) {
    return (
      <PasswordConfirmation
        lead={strings.totpLead}
        submit={strings.continue}
        send={(password) => call('startTotpSetup', { body: { password } })}
        onDone={setSetup}
      />
    );
  }
  const lead = (
    <>
      <Text size="sm">{strings.scan}</Text>
      <Image src={setup.qrCode} alt={strings.qrCode} w={240} h={240} mx="auto" />
      <Text size="sm">
        {strings.secret}: <Code className="secret">{setup.secret}</Code>
      </Text>
    </>
  );
  return (
    <NewRecoveryCodes dialog={dialog}>
      {(onDone) => (
        <ApiForm
          lead={lead}
          fields={{ code: CODE_FIELD }}
          send={(body) => call('confirmTotp', { body })}
          onDone={onDone}
          submit={strings.confirmCode}
        />
      )}
    </NewRecoveryCodes>
  );
}

export const openCodeRenewal = () =>
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

interface NewRecoveryCodesProps {
  readonly dialog: Dialog;
  /** The form that creates the codes. */
  readonly children: (onDone: (codes: RecoveryCodes) => void) => ReactNode;
}

/** Shows a form and then the recovery codes that it created, once. */
function NewRecoveryCodes({ dialog, children }: NewRecoveryCodesProps) {
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
