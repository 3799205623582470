import { PasswordInput, Text } from '@mantine/core';
import { ApiForm, required } from '../forms/api-form.js';
import { strings } from './strings.js';

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
    <ApiForm
      initial={{ password: '' }}
      validate={{ password: required }}
      send={({ password }) => send(password)}
      {...form}
    >
      {(fields) => (
        <>
          <Text size="sm">{lead}</Text>
          <PasswordInput {...PASSWORD_FIELD} data-autofocus {...fields.getInputProps('password')} />
        </>
      )}
    </ApiForm>
  );
}

export const PASSWORD_FIELD = {
  label: strings.confirmPassword,
  description: strings.confirmHint,
  autoComplete: 'current-password',
  required: true,
};
