import { Code, Image, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Account, RecoveryCodes, TotpSetup } from '#contract/people/account';
import { call } from '../api/call.js';
import { accountQuery, PASSWORD_CHANGE_KEY, queryClient, reload, setSession } from '../api/queries.js';
import { ApiForm, type ApiFormProps, NEW_PASSWORD_FIELDS } from '../forms/api-form.js';
import { type Dialog, OneTimeSecret, openDialog } from '../forms/dialog.js';
import { TEXTS } from '../language/texts.js';

const { account: strings } = TEXTS;

const CURRENT = { autoComplete: 'current-password', isSecret: true, 'data-autofocus': true };
const PASSWORD_CHANGE = {
  currentPassword: { ...CURRENT, label: strings.currentPassword },
  ...NEW_PASSWORD_FIELDS,
};

export const openPasswordChange = () =>
  openDialog(strings.changePassword, (dialog) => (
    <ApiForm
      lead={strings.changePasswordLead}
      fields={PASSWORD_CHANGE}
      mutationKey={PASSWORD_CHANGE_KEY}
      send={({ repeated: _repeated, ...body }) => call('changePassword', { body })}
      onDone={(state) => {
        setSession(state);
        dialog.finish(strings.passwordDone);
        void reload('account');
      }}
      submit={strings.changePassword}
      isWide
    />
  ));

/** The field of the password that confirms a change. */
export const PASSWORD_FIELD = {
  label: strings.confirmPassword,
  description: strings.confirmHint,
  autoComplete: 'current-password',
  isSecret: true,
};
const CONFIRMATION = { password: { ...PASSWORD_FIELD, 'data-autofocus': true } };

interface PasswordConfirmationProps<Result> extends Omit<ApiFormProps<never, Result>, 'fields' | 'send'> {
  readonly send: (password: string) => Promise<Result>;
}

/** Asks for the password and then changes a factor. */
function PasswordConfirmation<Result>({ send, ...form }: PasswordConfirmationProps<Result>) {
  return <ApiForm {...form} fields={CONFIRMATION} send={({ password }) => send(password)} />;
}

/** Asks for the password and then removes a factor. */
export function confirmRemoval(
  { title, lead, done }: Readonly<Record<'title' | 'lead' | 'done', string>>,
  send: (password: string) => Promise<Account>,
): void {
  openDialog(title, (dialog) => (
    <PasswordConfirmation
      lead={lead}
      submit={strings.remove}
      isDangerous
      send={send}
      onDone={finishWith(dialog, done)}
    />
  ));
}

/** Returns a function that shows the changed account and closes the dialog. */
export function finishWith(dialog: Dialog, message: string) {
  return (changed: Account): void => {
    queryClient.setQueryData(accountQuery.queryKey, changed);
    dialog.finish(message);
  };
}

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
        {strings.secretIs} <Code className="secret">{setup.secret}</Code>
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
