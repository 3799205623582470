import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SecondFactor } from '#contract/sign-in';
import { call } from '../api/call.js';
import { setSession } from '../api/query-client.js';
import { ApiForm } from '../forms/api-form.js';
import { PasskeyButton } from './passkey-button.js';
import strings from './strings.json';

type CodeKind = Exclude<SecondFactor, 'passkey'>;

const FIELDS = {
  totp: { ...strings.totp, inputMode: 'numeric', autoComplete: 'one-time-code' },
  'recovery-code': { ...strings.recovery, inputMode: 'text', autoComplete: 'off' },
} as const;

/** Asks for the second factor: a code or a passkey, whichever the user has. */
export function CodeForm({ factors }: { readonly factors: readonly SecondFactor[] }) {
  const kinds = (['totp', 'recovery-code'] as const).filter((kind) => factors.includes(kind));
  const [kind, setKind] = useState<CodeKind | undefined>(kinds[0]);
  const other = kinds.find((one) => one !== kind);
  return (
    <Stack>
      {kind && (
        <ApiForm
          key={kind}
          initial={{ code: '' }}
          send={(body) => call('verifyCode', { body })}
          onDone={setSession}
          onError={(form) => form.reset()}
          submit={strings.confirm}
          isWide
        >
          {(field) => <TextInput autoFocus {...FIELDS[kind]} {...field('code')} />}
        </ApiForm>
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
