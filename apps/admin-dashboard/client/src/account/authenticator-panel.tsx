import { Button, Code, Image, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Account, TotpSetup } from '#contract/account';
import { call } from '../api/call.js';
import { Note } from '../display/note.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { Panel } from '../layout/page.js';
import { confirmRemoval, PasswordConfirmation } from './password-confirmation.js';
import { NewRecoveryCodes } from './recovery-panel.js';
import strings from './strings.json';

const setUp = () => openDialog(strings.totpAdd, (dialog) => <AuthenticatorSetup dialog={dialog} />);
const remove = () =>
  confirmRemoval(strings.totpRemoval, (password) => call('removeTotp', { body: { password } }));

export function AuthenticatorPanel({ account: { totp } }: { readonly account: Account }) {
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

const DIGITS = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const;
const confirm = (body: { code: string }) => call('confirmTotp', { body });

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
  return (
    <NewRecoveryCodes dialog={dialog}>
      {(onDone) => (
        <ApiForm initial={{ code: '' }} send={confirm} onDone={onDone} submit={strings.confirmCode}>
          {(field) => (
            <>
              <Text size="sm">{strings.scan}</Text>
              <Image src={setup.qrCode} alt={strings.qrCode} w={240} h={240} mx="auto" />
              <Text size="sm">
                {strings.secret}: <Code className="secret">{setup.secret}</Code>
              </Text>
              <TextInput label={strings.code} {...DIGITS} autoFocus {...field('code')} />
            </>
          )}
        </ApiForm>
      )}
    </NewRecoveryCodes>
  );
}
