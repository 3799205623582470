import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { SessionState, SignIn } from '../../../contract/sign-in.js';
import { Refused } from '../parts/refusal.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { PasskeyButton } from './passkey-button.js';

interface PasswordFormProps {
  /** Whether the person was on a page of the dashboard before. */
  readonly hasEnded: boolean;
  readonly goOn: (state: SessionState) => void;
}

export function PasswordForm({ hasEnded, goOn }: PasswordFormProps) {
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: isNotEmpty(TEXTS.signIn.required), password: isNotEmpty(TEXTS.signIn.required) },
  });
  const signIn = useMutation({
    mutationFn: (said: SignIn) => change<SessionState>('/api/sign-in', said),
    onSuccess: goOn,
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <Stack>
      {hasEnded && !signIn.error && <Alert variant="light">{TEXTS.signIn.ended}</Alert>}
      <form noValidate onSubmit={form.onSubmit((said) => signIn.mutate(said))}>
        <Stack>
          <TextInput
            label={TEXTS.signIn.name}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
            {...form.getInputProps('name')}
          />
          <PasswordInput
            label={TEXTS.signIn.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Refused error={signIn.error} />
          <Button type="submit" loading={signIn.isPending}>
            {TEXTS.signIn.submit}
          </Button>
        </Stack>
      </form>
      {browserSupportsWebAuthn() && (
        <>
          <Divider label={TEXTS.signIn.or} />
          <PasskeyButton
            label={TEXTS.signIn.passkey}
            icon={<IconFingerprint size={18} aria-hidden />}
            goOn={goOn}
          />
        </>
      )}
      <Text size="xs" c="dimmed">
        {TEXTS.signIn.help}
      </Text>
    </Stack>
  );
}
