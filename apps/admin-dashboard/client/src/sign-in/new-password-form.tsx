import { Stack } from '@mantine/core';
import type { SessionState } from '#contract/sign-in';
import { call } from '../api/call.js';
import { ApiForm } from '../forms/api-form.js';
import { NewPasswordFields, newPasswordRules } from '../forms/new-password-fields.js';
import { StartOver } from './code-form.js';
import { strings } from './strings.js';

interface NewPasswordFormProps {
  readonly name: string;
  readonly onDone: (state: SessionState) => void;
}

/** Replaces a one-time password by the user's own. */
export function NewPasswordForm({ name, onDone }: NewPasswordFormProps) {
  return (
    <Stack>
      <ApiForm
        initial={{ newPassword: '', repeated: '' }}
        validate={newPasswordRules}
        send={({ newPassword }) => call('chooseNewPassword', { body: { newPassword } })}
        onDone={onDone}
        submit={strings.setPassword}
        isWide
      >
        {(form) => (
          <>
            {/* Password managers store a password together with a name. */}
            <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
            <NewPasswordFields form={form} />
          </>
        )}
      </ApiForm>
      <StartOver />
    </Stack>
  );
}
