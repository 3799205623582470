import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor, SecondFactorCode, SessionState } from '../../../contract/sign-in.js';
import { Refused } from '../parts/refusal.js';
import { sessionQuestion } from '../questions.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { PasskeyButton } from './passkey-button.js';

interface CodeFormProps {
  readonly factors: readonly SecondFactor[];
  readonly goOn: (state: SessionState) => void;
}

type CodeKind = Exclude<SecondFactor, 'passkey'>;

const FIELDS = {
  totp: {
    label: TEXTS.signIn.code,
    description: TEXTS.signIn.codeHint,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  'recovery-code': {
    label: TEXTS.signIn.recoveryCode,
    description: TEXTS.signIn.recoveryHint,
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** The second step: a code, or a passkey, whichever the person has. */
export function CodeForm({ factors, goOn }: CodeFormProps) {
  const kinds = (['totp', 'recovery-code'] as const).filter((kind) => factors.includes(kind));
  const [kind, setKind] = useState<CodeKind | undefined>(kinds[0]);
  const other = kinds.find((one) => one !== kind);
  return (
    <Stack>
      {kind && <OneCode key={kind} kind={kind} goOn={goOn} />}
      {other && (
        <Button variant="subtle" onClick={() => setKind(other)}>
          {other === 'totp' ? TEXTS.signIn.useCode : TEXTS.signIn.useRecovery}
        </Button>
      )}
      {factors.includes('passkey') && (
        <>
          {kind && <Divider label={TEXTS.signIn.or} />}
          <PasskeyButton
            label={TEXTS.signIn.usePasskey}
            icon={<IconFingerprint size={18} aria-hidden />}
            goOn={goOn}
          />
        </>
      )}
      <StartOver />
    </Stack>
  );
}

function OneCode({ kind, goOn }: { readonly kind: CodeKind; readonly goOn: CodeFormProps['goOn'] }) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: isNotEmpty(TEXTS.signIn.required) },
  });
  const confirm = useMutation({
    mutationFn: (said: SecondFactorCode) => change<SessionState>('/api/sign-in/code', said),
    onSuccess: goOn,
    onError: () => form.reset(),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((said) => confirm.mutate(said))}>
      <Stack>
        <TextInput required autoFocus {...FIELDS[kind]} {...form.getInputProps('code')} />
        <Refused error={confirm.error} />
        <Button type="submit" loading={confirm.isPending}>
          {TEXTS.signIn.confirm}
        </Button>
      </Stack>
    </form>
  );
}

/** Goes back to the first step, as somebody else. */
export function StartOver() {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => change('/api/sign-out'),
    onSettled: () => client.refetchQueries({ queryKey: sessionQuestion.queryKey }),
  });
  return (
    <Button variant="subtle" color="gray" onClick={() => signOut.mutate()}>
      {TEXTS.signIn.other}
    </Button>
  );
}
