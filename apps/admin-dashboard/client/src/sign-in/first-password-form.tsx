import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { NewPassword, SessionState } from '../../../contract/sign-in.js';
import { NewPasswordFields, newPasswordRules } from '../parts/new-password.js';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { StartOver } from './code-form.js';

interface FirstPasswordFormProps {
  readonly name: string;
  readonly goOn: (state: SessionState) => void;
}

/** After a one-time password: a password of one's own. */
export function FirstPasswordForm({ name, goOn }: FirstPasswordFormProps) {
  const form = useForm({ initialValues: { newPassword: '', repeated: '' }, validate: newPasswordRules });
  const choose = useMutation({
    mutationFn: (said: NewPassword) => change<SessionState>('/api/sign-in/new-password', said),
    onSuccess: goOn,
    onError: (error) => placeFaults(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ newPassword }) => choose.mutate({ newPassword }))}>
      <Stack>
        {/* For password managers, which keep a password together with a name. */}
        <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
        <NewPasswordFields form={form} />
        {!isPlaced(choose.error, ['newPassword']) && <Refused error={choose.error} />}
        <Button type="submit" loading={choose.isPending}>
          {TEXTS.signIn.setPassword}
        </Button>
        <StartOver />
      </Stack>
    </form>
  );
}
