import { Autocomplete, Button, Code, PasswordInput, Text, TextInput } from '@mantine/core';
import type { ListedKey } from '#contract/keys';
import { call } from '../api/call.js';
import { queryClient } from '../api/query-client.js';
import { fill } from '../display/fill.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { OneTimeSecret } from '../forms/one-time-secret.js';
import common from '../strings.json';
import strings from './strings.json';

const LABEL = {
  label: strings.label,
  description: strings.labelHint,
  maxLength: 100,
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
          initial={{ label: '' }}
          send={({ label }) => call('createKey', { body: { label: label.trim() } })}
          onDone={({ key }) => {
            show(key);
            reloadKeys();
          }}
          submit={strings.createSubmit}
        >
          {(field) => <TextInput {...LABEL} {...field('label')} />}
        </ApiForm>
      )}
    </OneTimeSecret>
  ));
}

/** Registers a secret that a gateway chose. */
export function openSecretRegistration(): void {
  const secret = { label: strings.secret, description: strings.secretHint, autoComplete: 'off' };
  openDialog(strings.registerTitle, (dialog) => (
    <ApiForm
      initial={{ label: '', secret: '' }}
      send={({ label, ...body }) => call('registerGatewaySecret', { body: { label: label.trim(), ...body } })}
      onDone={({ label }) => finish(dialog, fill(strings.registered, { label }))}
      submit={strings.registerSubmit}
    >
      {(field) => (
        <>
          <TextInput {...LABEL} {...field('label')} />
          <PasswordInput {...secret} {...field('secret')} />
        </>
      )}
    </ApiForm>
  ));
}

export function openKeyLabeling({ id, label: current }: ListedKey): void {
  openDialog(strings.rename, (dialog) => (
    <ApiForm
      initial={{ label: current }}
      send={({ label }) => call('relabelKey', { params: { id }, body: { label: label.trim() } })}
      onDone={() => finish(dialog, strings.renamed)}
      submit={common.save}
    >
      {(field) => <TextInput {...LABEL} {...field('label')} />}
    </ApiForm>
  ));
}

/** Revokes a key for a stated reason. */
export function openKeyRevocation({ id, prefix, label }: ListedKey): void {
  openDialog(fill(strings.revokeTitle, { label }), (dialog) => (
    <ApiForm
      initial={{ reason: '' }}
      send={({ reason }) => call('revokeKey', { params: { id }, body: { reason: reason.trim() } })}
      onDone={() => finish(dialog, fill(strings.revoked, { label }))}
      submit={strings.revokeSubmit}
      isDangerous
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    >
      {(field) => (
        <>
          <Text size="sm">
            <Code>{prefix}…</Code> {strings.revokeLead}
          </Text>
          <Autocomplete
            label={strings.reason}
            description={strings.reasonHint}
            data={strings.reasons}
            openOnFocus={false}
            maxLength={200}
            data-autofocus
            {...field('reason')}
          />
        </>
      )}
    </ApiForm>
  ));
}
