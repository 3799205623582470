import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { hasLength, isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GatewaySecret, ListedKey } from '../../../contract/key.js';
import type { OpenDialog } from '../parts/dialog.js';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';

const { keys: texts } = TEXTS;

/** Makes a secret known that a gateway chose itself. */
export function SecretRegistration({ dialog }: { readonly dialog: OpenDialog }) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { label: '', secret: '' },
    // What a secret must be is the server's to say.
    validate: {
      label: hasLength({ min: 1, max: 100 }, TEXTS.signIn.required),
      secret: isNotEmpty(TEXTS.signIn.required),
    },
    transformValues: ({ label, secret }) => ({ label: label.trim(), secret }),
  });
  const register = useMutation({
    mutationFn: (said: GatewaySecret) => change<ListedKey>('/api/keys/gateway-secrets', said),
    gcTime: 0,
    onSuccess: ({ label }) => {
      dialog.close();
      notifications.show({ message: texts.registered(label) });
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
    onError: (error) => placeFaults(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((said) => register.mutate(said))}>
      <Stack>
        <TextInput
          label={texts.label}
          description={texts.labelHint}
          maxLength={100}
          required
          data-autofocus
          {...form.getInputProps('label')}
        />
        <PasswordInput
          label={texts.secret}
          description={texts.secretHint}
          autoComplete="off"
          required
          {...form.getInputProps('secret')}
        />
        {!isPlaced(register.error, ['label', 'secret']) && <Refused error={register.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={register.isPending}>
            {texts.registerSubmit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
