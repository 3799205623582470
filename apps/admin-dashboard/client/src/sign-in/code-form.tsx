import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor, SessionState } from '#contract/sign-in';
import { call } from '../api/call.js';
import { sessionQuery } from '../api/queries.js';
import { ApiForm, required } from '../forms/api-form.js';
import { PasskeyButton } from './passkey-button.js';
import { strings } from './strings.js';

interface CodeFormProps {
  readonly factors: readonly SecondFactor[];
  readonly onDone: (state: SessionState) => void;
}

type CodeKind = Exclude<SecondFactor, 'passkey'>;

const FIELDS = {
  totp: {
    label: strings.code,
    description: strings.codeHint,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  'recovery-code': {
    label: strings.recoveryCode,
    description: strings.recoveryHint,
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** Asks for the second factor: a code or a passkey, whichever the user has. */
export function CodeForm({ factors, onDone }: CodeFormProps) {
  const kinds = (['totp', 'recovery-code'] as const).filter((kind) => factors.includes(kind));
  const [kind, setKind] = useState<CodeKind | undefined>(kinds[0]);
  const other = kinds.find((one) => one !== kind);
  return (
    <Stack>
      {kind && (
        <ApiForm
          key={kind}
          initial={{ code: '' }}
          validate={{ code: required }}
          send={(body) => call('verifyCode', { body })}
          onDone={onDone}
          onError={(form) => form.reset()}
          submit={strings.confirm}
          isWide
        >
          {(form) => <TextInput required autoFocus {...FIELDS[kind]} {...form.getInputProps('code')} />}
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
          <PasskeyButton label={strings.usePasskey} onDone={onDone} />
        </>
      )}
      <StartOver />
    </Stack>
  );
}

/** Returns to the first step, to sign in as another user. */
export function StartOver() {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSettled: () => client.refetchQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <Button variant="subtle" color="gray" onClick={() => signOut.mutate()}>
      {strings.otherUser}
    </Button>
  );
}
