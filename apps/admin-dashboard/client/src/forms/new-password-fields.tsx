import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { common } from '../strings.js';

const MIN_LENGTH = 15;
const { newPassword: strings } = common;

export interface NewPasswordValues extends Record<string, string> {
  newPassword: string;
  repeated: string;
}

/** Checks in the browser; the server applies more rules. */
export const newPasswordRules = {
  newPassword: (value: string) => (Array.from(value).length < MIN_LENGTH ? strings.tooShort : null),
  repeated: (value: string, { newPassword }: { newPassword: string }) =>
    value === newPassword ? null : strings.differs,
};

interface NewPasswordFieldsProps<Values extends NewPasswordValues> {
  readonly form: UseFormReturnType<Values>;
}

export function NewPasswordFields<Values extends NewPasswordValues>({
  form,
}: NewPasswordFieldsProps<Values>) {
  const field = { autoComplete: 'new-password', required: true };
  return (
    <>
      <PasswordInput
        label={strings.label}
        description={strings.hint}
        {...field}
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput label={strings.repeat} {...field} {...form.getInputProps('repeated')} />
    </>
  );
}
