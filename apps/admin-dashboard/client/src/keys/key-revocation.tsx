import { Autocomplete, Button, Code, Group, Stack, Text } from '@mantine/core';
import { hasLength, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyRevocation as Revocation, ListedKey } from '../../../contract/key.js';
import type { OpenDialog } from '../parts/dialog.js';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';

const { keys: texts } = TEXTS;
const LONGEST = 200;

interface KeyRevocationProps {
  readonly of: ListedKey;
  readonly dialog: OpenDialog;
}

/** Revokes a key, with a reason and on second thought. */
export function KeyRevocation({ of: key, dialog }: KeyRevocationProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: hasLength({ min: 1, max: LONGEST }, TEXTS.signIn.required) },
    transformValues: ({ reason }) => ({ reason: reason.trim() }),
  });
  const revoke = useMutation({
    mutationFn: (said: Revocation) => change<ListedKey>(`/api/keys/${key.id}/revoke`, said),
    onSuccess: () => {
      dialog.close();
      notifications.show({ message: texts.revoked(key.label) });
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
    onError: (error) => placeFaults(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((said) => revoke.mutate(said))}>
      <Stack>
        <Text size="sm">
          <Code>{key.prefix}…</Code> {texts.revokeLead}
        </Text>
        <Autocomplete
          label={texts.reason}
          description={texts.reasonHint}
          data={[...texts.reasons]}
          openOnFocus={false}
          maxLength={LONGEST}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
        {!isPlaced(revoke.error, ['reason']) && <Refused error={revoke.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" color="red" loading={revoke.isPending}>
            {texts.revokeSubmit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
