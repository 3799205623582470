import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import type { Account, Passkey, Reauthentication } from '../../../contract/account.js';
import { openDialog } from '../parts/dialog.js';
import { Instant } from '../parts/instant.js';
import { Panel } from '../parts/page.js';
import { accountQuestion } from '../questions.js';
import { change } from '../server.js';
import { makePasskey } from '../sign-in/passkey-steps.js';
import { TEXTS } from '../texts/texts.js';
import { PasswordProof } from './password-proof.js';

const { account: texts } = TEXTS;

export function PasskeyPanel({ account: { passkeys } }: { readonly account: Account }) {
  const client = useQueryClient();
  const note = (after: Account) => client.setQueryData(accountQuestion.queryKey, after);
  const add = () =>
    openDialog(texts.passkeyAdd, (dialog) => (
      <PasswordProof
        lead={texts.passkeysLead}
        submit={texts.passkeyAdd}
        name={{ label: texts.passkeyLabel, description: texts.passkeyLabelHint }}
        send={(password, label) => makePasskey(label, password)}
        onDone={(after) => {
          note(after);
          dialog.close();
          notifications.show({ message: texts.passkeyAdded });
        }}
      />
    ));
  return (
    <Panel
      title={texts.passkeys}
      lead={browserSupportsWebAuthn() ? texts.passkeysLead : TEXTS.passkeys.unsupported}
      actions={browserSupportsWebAuthn() && <Button onClick={add}>{texts.passkeyAdd}</Button>}
    >
      {passkeys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.passkeysNone}
        </Text>
      ) : (
        <Stack component="ul" p={0} m={0} className="plain">
          {passkeys.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} onRemoved={note} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

interface OnePasskeyProps {
  readonly passkey: Passkey;
  readonly onRemoved: (after: Account) => void;
}

function OnePasskey({ passkey, onRemoved }: OnePasskeyProps) {
  const { id, label, synced, createdAt, lastUsedAt } = passkey;
  const remove = () =>
    openDialog(texts.passkeyRemoveTitle(label), (dialog) => (
      <PasswordProof
        lead={texts.passkeyRemoveLead}
        submit={texts.passkeyRemove}
        isRemoval
        send={(password) =>
          change<Account>(`/api/account/passkeys/${encodeURIComponent(id)}/remove`, {
            password,
          } satisfies Reauthentication)
        }
        onDone={(after) => {
          onRemoved(after);
          dialog.close();
          notifications.show({ message: texts.passkeyRemoved });
        }}
      />
    ));
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {synced ? texts.passkeySynced : texts.passkeyBound} · {texts.added} <Instant at={createdAt} /> ·{' '}
          {texts.lastUsed} <Instant at={lastUsedAt} />
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={texts.passkeyRemoveOf(label)} onClick={remove}>
        {texts.passkeyRemove}
      </Button>
    </Group>
  );
}
