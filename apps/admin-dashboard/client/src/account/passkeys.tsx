import { Button, Group, Stack, Text } from '@mantine/core';
import { LABEL_LENGTH } from '@care-atlas/domain/access';
import type { Passkey } from '#contract/people/account';
import { call } from '../api/call.js';
import { createPasskey } from '../api/passkeys.js';
import { fill } from '../display/format.js';
import { Note, Time } from '../display/values.js';
import { ApiForm } from '../forms/api-form.js';
import { openDialog } from '../forms/dialog.js';
import { confirmRemoval, finishWith, PASSWORD_FIELD } from './account-dialogs.js';
import { TEXTS } from '../language/texts.js';

const { account: strings } = TEXTS;

const LABEL_FIELD = { ...strings.passkeyLabel, maxLength: LABEL_LENGTH, 'data-autofocus': true };

export const openPasskeyCreation = () =>
  openDialog(strings.passkeyAdd, (dialog) => (
    <ApiForm
      lead={strings.passkeysLead}
      fields={{ label: LABEL_FIELD, password: PASSWORD_FIELD }}
      send={({ label, password }) => createPasskey(label, password)}
      onDone={finishWith(dialog, strings.passkeyAdded)}
      submit={strings.passkeyAdd}
    />
  ));

const remove = ({ id, label }: Passkey) => {
  const { title, ...texts } = strings.passkeyRemoval;
  confirmRemoval({ title: fill(title, { label }), ...texts }, (password) =>
    call('removePasskey', { params: { id }, body: { password } }),
  );
};

export function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0) return <Note>{strings.passkeysNone}</Note>;
  return (
    <Stack component="ul" p={0} m={0} className="plain">
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} />
      ))}
    </Stack>
  );
}

function PasskeyItem({ passkey }: { readonly passkey: Passkey }) {
  const { label, synced, createdAt, lastUsedAt } = passkey;
  const removeLabel = fill(strings.passkeyRemoveOf, { label });
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text fw={600}>{label}</Text>
        <Note>
          {synced ? strings.passkeySynced : strings.passkeyBound} · {strings.added} <Time at={createdAt} /> ·{' '}
          {strings.lastUsed} <Time at={lastUsedAt} />
        </Note>
      </div>
      <Button size="xs" aria-label={removeLabel} onClick={() => remove(passkey)}>
        {strings.remove}
      </Button>
    </Group>
  );
}
