import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { ApiForm, required } from '../forms/api-form.js';
import type { Dialog } from '../forms/dialog.js';
import { OneTimeSecret } from '../forms/one-time-secret.js';
import { LabelField } from './label-field.js';
import { strings } from './strings.js';

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
