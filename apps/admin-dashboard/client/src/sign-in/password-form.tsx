import { Alert, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { SessionState } from '#contract/sign-in';
import { call } from '../api/call.js';
import { ApiForm, required } from '../forms/api-form.js';
import { PasskeyButton } from './passkey-button.js';
import { strings } from './strings.js';

interface PasswordFormProps {
  /** Whether the user was redirected from a page of the dashboard. */
  readonly hasEnded: boolean;
  readonly onDone: (state: SessionState) => void;
}

export function PasswordForm({ hasEnded, onDone }: PasswordFormProps) {
  return (
    <Stack>
      {hasEnded && <Alert variant="light">{strings.ended}</Alert>}
      <ApiForm
        initial={{ name: '', password: '' }}
        validate={{ name: required, password: required }}
        send={(body) => call('signIn', { body })}
        onDone={onDone}
        onError={(form) => form.setFieldValue('password', '')}
        submit={strings.title}
        isWide
      >
        {(form) => (
          <>
            <TextInput
              label={strings.name}
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus
              {...form.getInputProps('name')}
            />
            <PasswordInput
              label={strings.password}
              autoComplete="current-password"
              required
              {...form.getInputProps('password')}
            />
          </>
        )}
      </ApiForm>
      {browserSupportsWebAuthn() && (
        <>
          <Divider label={strings.or} />
          <PasskeyButton label={strings.passkey} onDone={onDone} />
        </>
      )}
      <Text size="xs" c="dimmed">
        {strings.help}
      </Text>
    </Stack>
  );
}
