import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account, PasswordChange } from '../../../contract/account.js';
import type { SessionState } from '../../../contract/sign-in.js';
import { type OpenDialog, openDialog } from '../parts/dialog.js';
import { Instant } from '../parts/instant.js';
import { NewPasswordFields, newPasswordRules } from '../parts/new-password.js';
import { Panel } from '../parts/page.js';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { sessionQuestion } from '../questions.js';
import { change, noteSession } from '../server.js';
import { TEXTS } from '../texts/texts.js';

const { account: texts } = TEXTS;

export function PasswordPanel({ account }: { readonly account: Account }) {
  return (
    <Panel
      title={texts.password}
      actions={
        <Button
          variant="default"
          onClick={() => openDialog(texts.changePassword, (dialog) => <ChangePassword dialog={dialog} />)}
        >
          {texts.changePassword}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {texts.passwordChanged} <Instant at={account.passwordChangedAt} />
      </Text>
    </Panel>
  );
}

function ChangePassword({ dialog }: { readonly dialog: OpenDialog }) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: { currentPassword: isNotEmpty(TEXTS.signIn.required), ...newPasswordRules },
  });
  const save = useMutation({
    mutationFn: (said: PasswordChange) => change<SessionState>('/api/account/password', said),
    onSuccess: (state) => {
      client.setQueryData(sessionQuestion.queryKey, noteSession(state));
      dialog.close();
      notifications.show({ message: texts.passwordDone });
      void client.invalidateQueries({ queryKey: ['account'] });
    },
    onError: (error) => placeFaults(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ currentPassword, newPassword }) =>
        save.mutate({ currentPassword, newPassword }),
      )}
    >
      <Stack>
        <Text size="sm">{texts.changePasswordLead}</Text>
        <PasswordInput
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordFields form={form} />
        {!isPlaced(save.error, ['currentPassword', 'newPassword']) && <Refused error={save.error} />}
        <Button type="submit" loading={save.isPending}>
          {texts.changePassword}
        </Button>
      </Stack>
    </form>
  );
}
