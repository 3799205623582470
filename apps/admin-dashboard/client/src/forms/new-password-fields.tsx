import { PasswordInput } from '@mantine/core';
import common from '../strings.json';
import type { Field } from './api-form.js';

const MIN_LENGTH = 15;
const { newPassword: strings } = common;
const NEW = { label: strings.label, description: strings.hint, autoComplete: 'new-password' };
const REPEATED = { label: strings.repeat, autoComplete: 'new-password' };

/** Checks in the browser; the server applies more rules. */
export const newPasswordRules = {
  newPassword: (value: string) => (Array.from(value).length < MIN_LENGTH ? strings.tooShort : null),
  repeated: (value: string, { newPassword }: { newPassword: string }) =>
    value === newPassword ? null : strings.differs,
};

export function NewPasswordFields({ field }: { readonly field: Field<'newPassword' | 'repeated'> }) {
  return (
    <>
      <PasswordInput {...NEW} {...field('newPassword')} />
      <PasswordInput {...REPEATED} {...field('repeated')} />
    </>
  );
}
