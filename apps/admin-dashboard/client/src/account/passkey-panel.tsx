import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import type { Account, Passkey } from '#contract/account';
import { call } from '../api/call.js';
import { createPasskey } from '../api/passkeys.js';
import { accountQuery } from '../api/queries.js';
import { Time } from '../display/time.js';
import { ApiForm, required } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { Panel } from '../layout/page.js';
import { common } from '../strings.js';
import { PASSWORD_FIELD, PasswordConfirmation } from './password-confirmation.js';
import { strings } from './strings.js';

export function PasskeyPanel({ account: { passkeys } }: { readonly account: Account }) {
  const client = useQueryClient();
  const finish = (dialog: Dialog, message: string) => (changed: Account) => {
    client.setQueryData(accountQuery.queryKey, changed);
    dialog.close();
    notifications.show({ message });
  };
  const add = () =>
    openDialog(strings.passkeyAdd, (dialog) => (
      <ApiForm
        initial={{ label: '', password: '' }}
        validate={{ label: required, password: required }}
        send={({ label, password }) => createPasskey(label.trim(), password)}
        onDone={finish(dialog, strings.passkeyAdded)}
        submit={strings.passkeyAdd}
      >
        {(form) => (
          <>
            <Text size="sm">{strings.passkeysLead}</Text>
            <TextInput
              label={strings.passkeyLabel}
              description={strings.passkeyLabelHint}
              maxLength={60}
              required
              data-autofocus
              {...form.getInputProps('label')}
            />
            <PasswordInput {...PASSWORD_FIELD} {...form.getInputProps('password')} />
          </>
        )}
      </ApiForm>
    ));
  const remove = ({ id, label }: Passkey) =>
    openDialog(strings.passkeyRemoveTitle(label), (dialog) => (
      <PasswordConfirmation
        lead={strings.passkeyRemoveLead}
        submit={strings.passkeyRemove}
        isDangerous
        send={(password) => call('removePasskey', { params: { id }, body: { password } })}
        onDone={finish(dialog, strings.passkeyRemoved)}
      />
    ));
  return (
    <Panel
      title={strings.passkeys}
      lead={browserSupportsWebAuthn() ? strings.passkeysLead : common.passkeys.unsupported}
      actions={browserSupportsWebAuthn() && <Button onClick={add}>{strings.passkeyAdd}</Button>}
    >
      {passkeys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {strings.passkeysNone}
        </Text>
      ) : (
        <Stack component="ul" p={0} m={0} className="plain">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRemove: () => void;
}

function PasskeyItem({ passkey: { label, synced, createdAt, lastUsedAt }, onRemove }: PasskeyItemProps) {
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {synced ? strings.passkeySynced : strings.passkeyBound} · {strings.added} <Time at={createdAt} /> ·{' '}
          {strings.lastUsed} <Time at={lastUsedAt} />
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={strings.passkeyRemoveOf(label)} onClick={onRemove}>
        {strings.passkeyRemove}
      </Button>
    </Group>
  );
}
