import { Button, Code, Image, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Account, RecoveryCodes, TotpSetup } from '#contract/account';
import { call } from '../api/call.js';
import { accountQuery, queryClient } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { Panel } from '../display/page.js';
import { Note } from '../display/values.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, OneTimeSecret, openDialog } from '../forms/dialog.js';
import { confirmRemoval, PasswordConfirmation } from './password.js';
import strings from './strings.json';

interface PanelProps {
  readonly account: Account;
}

const setUp = () => openDialog(strings.totpAdd, (dialog) => <AuthenticatorSetup dialog={dialog} />);
const remove = () =>
  confirmRemoval(strings.totpRemoval, (password) => call('removeTotp', { body: { password } }));

export function AuthenticatorPanel({ account: { totp } }: PanelProps) {
  const action = totp ? (
    <Button aria-label={strings.totpRemoveThis} onClick={remove}>
      {strings.remove}
    </Button>
  ) : (
    <Button variant="filled" onClick={setUp}>
      {strings.totpAdd}
    </Button>
  );
  return (
    <Panel title={strings.totp} lead={strings.totpLead} actions={action}>
      <Note>{totp ? strings.totpOn : strings.totpOff}</Note>
    </Panel>
  );
}

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

export function RecoveryPanel({ account }: PanelProps) {
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
