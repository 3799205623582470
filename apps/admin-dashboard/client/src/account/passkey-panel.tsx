import { Button, Group, Stack, Text } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { Account, Passkey } from '#contract/account';
import { call } from '../api/call.js';
import { createPasskey } from '../api/passkeys.js';
import { fill } from '../display/format.js';
import { Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import { ApiForm } from '../forms/api-form.js';
import { openDialog } from '../forms/dialog.js';
import common from '../strings.json';
import { confirmRemoval, finishWith, PASSWORD_FIELD } from './password.js';
import strings from './strings.json';

const LABEL_FIELD = { ...strings.passkeyLabel, maxLength: 60, 'data-autofocus': true };

const add = () =>
  openDialog(strings.passkeyAdd, (dialog) => (
    <ApiForm
      lead={<Text size="sm">{strings.passkeysLead}</Text>}
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

export function PasskeyPanel({ account: { passkeys } }: { readonly account: Account }) {
  const isSupported = browserSupportsWebAuthn();
  const action = isSupported && (
    <Button variant="filled" onClick={add}>
      {strings.passkeyAdd}
    </Button>
  );
  return (
    <Panel
      title={strings.passkeys}
      lead={isSupported ? strings.passkeysLead : common.passkeys.unsupported}
      actions={action}
    >
      {passkeys.length === 0 ? (
        <Note>{strings.passkeysNone}</Note>
      ) : (
        <Stack component="ul" p={0} m={0} className="plain">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      )}
    </Panel>
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
