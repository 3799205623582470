import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { signInWithPasskey } from '../api/passkeys.js';
import { setSession } from '../api/query-client.js';
import { ErrorAlert } from '../display/error-alert.js';

export function PasskeyButton({ label }: { readonly label: string }) {
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
