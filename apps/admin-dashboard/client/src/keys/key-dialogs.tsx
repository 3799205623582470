import { Button, Code, Text } from '@mantine/core';
import { LABEL_LENGTH } from '@care-atlas/domain/access';
import type { ListedKey } from '#contract/keys';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { fill } from '../display/format.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, OneTimeSecret, openDialog } from '../forms/dialog.js';
import common from '../strings.json';
import strings from './strings.json';

const LABEL = {
  label: strings.label,
  description: strings.labelHint,
  maxLength: LABEL_LENGTH,
  'data-autofocus': true,
};
const SECRET = {
  label: strings.secret,
  description: strings.secretHint,
  autoComplete: 'off',
  isSecret: true,
};
const REASON = {
  label: strings.reason,
  description: strings.reasonHint,
  suggestions: strings.reasons,
  maxLength: 200,
  'data-autofocus': true,
};

const reloadKeys = () => void queryClient.invalidateQueries({ queryKey: ['keys'] });

function finish(dialog: Dialog, message: string): void {
  dialog.finish(message);
  reloadKeys();
}

/** Creates an admin key and shows it once. */
export function openKeyCreation(): void {
  openDialog(strings.createTitle, (dialog) => (
    <OneTimeSecret dialog={dialog} texts={strings.newKey}>
      {(show) => (
        <ApiForm
          fields={{ label: LABEL }}
          send={(body) => call('createKey', { body })}
          onDone={({ key }) => {
            show(key);
            reloadKeys();
          }}
          submit={strings.createSubmit}
        />
      )}
    </OneTimeSecret>
  ));
}

/** Registers a secret that a gateway chose. */
export function openSecretRegistration(): void {
  openDialog(strings.registerTitle, (dialog) => (
    <ApiForm
      fields={{ label: LABEL, secret: SECRET }}
      send={(body) => call('registerGatewaySecret', { body })}
      onDone={({ label }) => finish(dialog, fill(strings.registered, { label }))}
      submit={strings.registerSubmit}
    />
  ));
}

export function openKeyLabeling({ id, label: initial }: ListedKey): void {
  openDialog(strings.rename, (dialog) => (
    <ApiForm
      fields={{ label: { ...LABEL, initial } }}
      send={(body) => call('relabelKey', { params: { id }, body })}
      onDone={() => finish(dialog, strings.renamed)}
      submit={common.save}
    />
  ));
}

/** Revokes a key for a stated reason. */
export function openKeyRevocation({ id, prefix, label }: ListedKey): void {
  const lead = (
    <Text size="sm">
      <Code>{prefix}…</Code> {strings.revokeLead}
    </Text>
  );
  openDialog(fill(strings.revokeTitle, { label }), (dialog) => (
    <ApiForm
      lead={lead}
      fields={{ reason: REASON }}
      send={(body) => call('revokeKey', { params: { id }, body })}
      onDone={() => finish(dialog, fill(strings.revoked, { label }))}
      submit={strings.revokeSubmit}
      isDangerous
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    />
  ));
}
