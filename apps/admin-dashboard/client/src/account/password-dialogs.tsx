import { Text } from '@mantine/core';
import type { Account } from '#contract/account';
import { call } from '../api/call.js';
import { accountQuery, queryClient, setSession } from '../api/queries.js';
import { ApiForm, NEW_PASSWORD_FIELDS } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import strings from './strings.json';

const CURRENT = { autoComplete: 'current-password', isSecret: true, 'data-autofocus': true };
const PASSWORD_CHANGE = {
  currentPassword: { ...CURRENT, label: strings.currentPassword },
  ...NEW_PASSWORD_FIELDS,
};

export const openPasswordChange = () =>
  openDialog(strings.changePassword, (dialog) => (
    <ApiForm
      lead={<Text size="sm">{strings.changePasswordLead}</Text>}
      fields={PASSWORD_CHANGE}
      send={({ repeated: _repeated, ...body }) => call('changePassword', { body })}
      onDone={(state) => {
        setSession(state);
        dialog.finish(strings.passwordDone);
        void queryClient.invalidateQueries({ queryKey: ['account'] });
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

interface PasswordConfirmationProps<Result> {
  readonly lead: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly send: (password: string) => Promise<Result>;
  readonly onDone: (result: Result) => void;
}

/** Asks for the password and then changes a factor. */
export function PasswordConfirmation<Result>(props: PasswordConfirmationProps<Result>) {
  const { lead, send, ...form } = props;
  const text = <Text size="sm">{lead}</Text>;
  return <ApiForm {...form} lead={text} fields={CONFIRMATION} send={({ password }) => send(password)} />;
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
