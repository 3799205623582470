import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RecoveryCodes } from '#contract/account';
import { accountQuery } from '../api/queries.js';
import type { Dialog } from '../forms/dialog.js';
import { OneTimeSecret } from '../forms/one-time-secret.js';
import { strings } from './strings.js';

interface NewRecoveryCodesProps {
  readonly dialog: Dialog;
  /** The form that creates the codes. */
  readonly children: (onDone: (codes: RecoveryCodes) => void) => ReactNode;
}

/** Shows a form and then the recovery codes that it created, once. */
export function NewRecoveryCodes({ dialog, children }: NewRecoveryCodesProps) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  if (!codes) {
    return children(({ recoveryCodes }) => {
      dialog.lock(strings.recoveryTitle);
      setCodes(recoveryCodes);
      void client.invalidateQueries(accountQuery);
    });
  }
  return (
    <OneTimeSecret
      lead={strings.recoveryOnce}
      name={strings.recovery}
      secret={codes.join('\n')}
      copy={strings.copyCodes}
      stored={strings.recoveryStored}
      onDone={dialog.close}
    />
  );
}
