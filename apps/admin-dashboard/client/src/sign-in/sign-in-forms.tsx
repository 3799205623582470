import { Alert, Button, Divider, Stack } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { IconBuilding, IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor } from '#contract/people/sign-in';
import { call, urlOf } from '../api/call.js';
import { signInWithPasskey } from '../api/passkeys.js';
import { setSession } from '../api/queries.js';
import { fill } from '../display/format.js';
import { ErrorAlert } from '../display/loading.js';
import { Note } from '../display/values.js';
import { ApiForm, type Field, NEW_PASSWORD_FIELDS } from '../forms/api-form.js';
import { oneOf } from '../lists/url-state.js';
import { TEXTS } from '../language/texts.js';

const { signIn: strings } = TEXTS;

const CREDENTIALS: Record<'name' | 'password', Field> = {
  name: {
    label: strings.name,
    autoComplete: 'username webauthn',
    autoCapitalize: 'none',
    spellCheck: false,
    autoFocus: true,
  },
  password: { label: strings.password, autoComplete: 'current-password', isSecret: true },
};

const credentialsOf = (name: string): typeof CREDENTIALS => ({
  name: { ...CREDENTIALS.name, autoFocus: false, initial: name },
  password: { ...CREDENTIALS.password, autoFocus: true },
});

export interface FirstStepProps {
  /** The address to open afterwards. */
  readonly to: string;
  /** Why a sign-in through the provider failed. */
  readonly problem?: string | null;
  /** Whether the person was signed in before. */
  readonly hasEnded: boolean;
  /** The person whose page waits below. The provider signs in on another tab, because this one must stay. */
  readonly name?: string;
}

interface FirstStepState {
  readonly state: { readonly provider: string | null };
}

/** The ways to sign in: a password, a passkey, or an account of the organization's provider. */
export function FirstStep(props: FirstStepProps & FirstStepState) {
  const { state, to, problem = null, hasEnded, name } = props;
  const { provider } = state;
  const known = problem === null ? undefined : oneOf(problem, strings.problems);
  const supportsPasskeys = browserSupportsWebAuthn();
  return (
    <Stack>
      {known && (
        <Alert color="orange" role="alert">
          {fill(strings.problems[known], { provider: provider ?? '' })}
        </Alert>
      )}
      {!known && hasEnded && <Alert>{strings.ended}</Alert>}
      <ApiForm
        fields={name === undefined ? CREDENTIALS : credentialsOf(name)}
        send={(body) => call('signIn', { body })}
        onDone={setSession}
        cleared="password"
        submit={strings.title}
        isWide
      />
      {(supportsPasskeys || provider !== null) && <Divider label={strings.or} />}
      {supportsPasskeys && <PasskeyButton label={strings.passkey} />}
      {provider !== null && (
        <Button
          component="a"
          href={urlOf('startProviderSignIn', { query: { from: to } })}
          target={name === undefined ? undefined : '_blank'}
          leftSection={<IconBuilding size={18} aria-hidden />}
        >
          {fill(strings.provider, { provider })}
        </Button>
      )}
      <Note size="xs">{strings.help}</Note>
    </Stack>
  );
}

/** Replaces a one-time password by the user's own. */
export function NewPasswordForm({ name }: { readonly name: string }) {
  return (
    <ApiForm
      // Password managers store a password together with a name.
      lead={<input type="text" name="username" autoComplete="username" value={name} readOnly hidden />}
      fields={NEW_PASSWORD_FIELDS}
      send={({ newPassword }) => call('chooseNewPassword', { body: { newPassword } })}
      onDone={setSession}
      submit={strings.setPassword}
      isWide
    />
  );
}

const CODES = {
  totp: { ...strings.totp, inputMode: 'numeric', autoComplete: 'one-time-code', autoFocus: true },
  'recovery-code': { ...strings.recovery, inputMode: 'text', autoComplete: 'off', autoFocus: true },
} as const;

/** Asks for the second factor: a code or a passkey, whichever the user has. */
export function CodeForm({ factors }: { readonly factors: readonly SecondFactor[] }) {
  const kinds = (['totp', 'recovery-code'] as const).filter((kind) => factors.includes(kind));
  const [kind, setKind] = useState(kinds[0]);
  const other = kinds.find((one) => one !== kind);
  return (
    <Stack>
      {kind && (
        <ApiForm
          key={kind}
          fields={{ code: CODES[kind] }}
          send={(body) => call('verifyCode', { body })}
          onDone={setSession}
          cleared="code"
          submit={strings.confirm}
          isWide
        />
      )}
      {other && (
        <Button variant="subtle" onClick={() => setKind(other)}>
          {other === 'totp' ? strings.useCode : strings.useRecovery}
        </Button>
      )}
      {factors.includes('passkey') && (
        <>
          {kind && <Divider label={strings.or} />}
          <PasskeyButton label={strings.usePasskey} />
        </>
      )}
    </Stack>
  );
}

function PasskeyButton({ label }: { readonly label: string }) {
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: setSession });
  const icon = <IconFingerprint size={18} aria-hidden />;
  return (
    <>
      <Button leftSection={icon} loading={passkey.isPending} onClick={() => passkey.mutate()}>
        {label}
      </Button>
      <ErrorAlert error={passkey.error} />
    </>
  );
}
