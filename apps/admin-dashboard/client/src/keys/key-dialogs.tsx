import { Autocomplete, Button, Code, PasswordInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedKey } from '#contract/keys';
import { call } from '../api/call.js';
import { ApiForm, required } from '../forms/api-form.js';
import type { Dialog } from '../forms/dialog.js';
import { OneTimeSecret } from '../forms/one-time-secret.js';
import { common } from '../strings.js';
import { strings } from './strings.js';

interface KeyDialogProps {
  readonly of: ListedKey;
  readonly dialog: Dialog;
}

/** Creates an admin key and shows it once. */
export function KeyCreation({ dialog }: { readonly dialog: Dialog }) {
  const client = useQueryClient();
  // Only this open dialog holds the key.
  const [key, setKey] = useState<string | undefined>();
  if (key !== undefined) {
    return (
      <OneTimeSecret
        lead={strings.createdLead}
        name={strings.theKey}
        secret={key}
        copy={strings.copyKey}
        stored={strings.stored}
        onDone={dialog.close}
      />
    );
  }
  return (
    <ApiForm
      initial={{ label: '' }}
      validate={{ label: required }}
      send={({ label }) => call('createKey', { body: { label: label.trim() } })}
      onDone={(created) => {
        dialog.lock(strings.createdTitle);
        setKey(created.key);
        void client.invalidateQueries({ queryKey: ['keys'] });
      }}
      submit={strings.createSubmit}
    >
      {(form) => <LabelField form={form} />}
    </ApiForm>
  );
}

/** Registers a secret that a gateway chose. */
export function SecretRegistration({ dialog }: { readonly dialog: Dialog }) {
  const finish = useFinish(dialog);
  return (
    <ApiForm
      initial={{ label: '', secret: '' }}
      validate={{ label: required, secret: required }}
      send={({ label, secret }) => call('registerGatewaySecret', { body: { label: label.trim(), secret } })}
      onDone={({ label }) => finish(strings.registered(label))}
      submit={strings.registerSubmit}
    >
      {(form) => (
        <>
          <LabelField form={form} />
          <PasswordInput
            label={strings.secret}
            description={strings.secretHint}
            autoComplete="off"
            required
            {...form.getInputProps('secret')}
          />
        </>
      )}
    </ApiForm>
  );
}

export function KeyLabeling({ of: { id, label: current }, dialog }: KeyDialogProps) {
  const finish = useFinish(dialog);
  return (
    <ApiForm
      initial={{ label: current }}
      validate={{ label: required }}
      send={({ label }) => call('relabelKey', { params: { id }, body: { label: label.trim() } })}
      onDone={() => finish(strings.renamed)}
      submit={common.save}
    >
      {(form) => <LabelField form={form} />}
    </ApiForm>
  );
}

/** Revokes a key for a stated reason. */
export function KeyRevocation({ of: { id, prefix, label }, dialog }: KeyDialogProps) {
  const finish = useFinish(dialog);
  return (
    <ApiForm
      initial={{ reason: '' }}
      validate={{ reason: required }}
      send={({ reason }) => call('revokeKey', { params: { id }, body: { reason: reason.trim() } })}
      onDone={() => finish(strings.revoked(label))}
      submit={strings.revokeSubmit}
      isDangerous
      actions={
        <Button variant="default" onClick={dialog.close}>
          {common.cancel}
        </Button>
      }
    >
      {(form) => (
        <>
          <Text size="sm">
            <Code>{prefix}…</Code> {strings.revokeLead}
          </Text>
          <Autocomplete
            label={strings.reason}
            description={strings.reasonHint}
            data={[...strings.reasons]}
            openOnFocus={false}
            maxLength={200}
            required
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </ApiForm>
  );
}

/** Returns a function that closes the dialog, confirms the change and reloads the keys. */
function useFinish(dialog: Dialog): (message: string) => void {
  const client = useQueryClient();
  return (message) => {
    dialog.close();
    notifications.show({ message });
    void client.invalidateQueries({ queryKey: ['keys'] });
  };
}

interface LabelFieldProps<Values extends { label: string }> {
  readonly form: UseFormReturnType<Values>;
}

function LabelField<Values extends { label: string }>({ form }: LabelFieldProps<Values>) {
  return (
    <TextInput
      label={strings.label}
      description={strings.labelHint}
      maxLength={100}
      required
      data-autofocus
      {...form.getInputProps('label')}
    />
  );
}
