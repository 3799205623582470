import { PasswordInput, Text } from '@mantine/core';
import type { Account } from '#contract/account';
import { accountQuery } from '../api/queries.js';
import { queryClient } from '../api/query-client.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import strings from './strings.json';

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
  return (
    <ApiForm initial={{ password: '' }} send={({ password }) => send(password)} {...form}>
      {(field) => (
        <>
          <Text size="sm">{lead}</Text>
          <PasswordInput {...PASSWORD_FIELD} data-autofocus {...field('password')} />
        </>
      )}
    </ApiForm>
  );
}

export const PASSWORD_FIELD = {
  label: strings.confirmPassword,
  description: strings.confirmHint,
  autoComplete: 'current-password',
};

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
