import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { SessionState } from '#contract/sign-in';
import { signInWithPasskey } from '../api/passkeys.js';
import { ErrorAlert } from '../display/error-alert.js';

interface PasskeyButtonProps {
  readonly label: string;
  readonly onDone: (state: SessionState) => void;
}

export function PasskeyButton({ label, onDone }: PasskeyButtonProps) {
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        {label}
      </Button>
      <ErrorAlert error={passkey.error} />
    </>
  );
}
