import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TEXTS } from '../texts/texts.js';

const SHORTEST = 15;

export interface NewPasswordValues extends Record<string, string> {
  newPassword: string;
  repeated: string;
}

/** What a form with a new password checks before it asks the server, which knows more rules. */
export const newPasswordRules = {
  newPassword: (value: string) => (Array.from(value).length < SHORTEST ? TEXTS.signIn.short : null),
  repeated: (value: string, { newPassword }: { newPassword: string }) =>
    value === newPassword ? null : TEXTS.signIn.differs,
};

/** A new password, twice. */
export function NewPasswordFields<Values extends NewPasswordValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <PasswordInput
        label={TEXTS.signIn.newPassword}
        description={TEXTS.signIn.newHint}
        autoComplete="new-password"
        required
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label={TEXTS.signIn.repeat}
        autoComplete="new-password"
        required
        {...form.getInputProps('repeated')}
      />
    </>
  );
}
