import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionState } from '../../../contract/sign-in.js';
import { Refused } from '../parts/refusal.js';
import { showPasskey } from './passkey-steps.js';

interface PasskeyButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly goOn: (state: SessionState) => void;
}

export function PasskeyButton({ label, icon, goOn }: PasskeyButtonProps) {
  const passkey = useMutation({ mutationFn: showPasskey, onSuccess: goOn });
  return (
    <>
      <Button
        variant="default"
        leftSection={icon}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        {label}
      </Button>
      <Refused error={passkey.error} />
    </>
  );
}
