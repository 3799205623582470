import { Code, Image, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TotpSetup } from '#contract/account';
import { call } from '../api/call.js';
import { ApiForm, required } from '../forms/api-form.js';
import type { Dialog } from '../forms/dialog.js';
import { NewRecoveryCodes } from './new-recovery-codes.js';
import { PasswordConfirmation } from './password-confirmation.js';
import { strings } from './strings.js';

/** Sets up an authenticator: password, QR code, first code, recovery codes. */
export function AuthenticatorSetup({ dialog }: { readonly dialog: Dialog }) {
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
        <ApiForm
          initial={{ code: '' }}
          validate={{ code: required }}
          send={(body) => call('confirmTotp', { body })}
          onDone={onDone}
          submit={strings.confirmCode}
        >
          {(form) => (
            <>
              <Text size="sm">{strings.scan}</Text>
              <Image src={setup.qrCode} alt={strings.qrCode} w={240} h={240} mx="auto" />
              <Text size="sm">
                {strings.secret}: <Code className="secret">{setup.secret}</Code>
              </Text>
              <TextInput
                label={strings.code}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                required
                autoFocus
                {...form.getInputProps('code')}
              />
            </>
          )}
        </ApiForm>
      )}
    </NewRecoveryCodes>
  );
}
