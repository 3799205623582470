import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { TEXTS } from '../texts/texts.js';

const { account: texts } = TEXTS;

interface PasswordProofProps<Result> {
  readonly lead: string;
  readonly submit: string;
  /** Whether it takes something away. */
  readonly isRemoval?: boolean;
  /** A name that is asked for besides. */
  readonly name?: { readonly label: string; readonly description: string };
  readonly send: (password: string, name: string) => Promise<Result>;
  readonly onDone: (result: Result) => void;
}

/** Asks for the password again before a factor is changed, and changes it. */
export function PasswordProof<Result>(props: PasswordProofProps<Result>) {
  const { lead, submit, isRemoval = false, name, send, onDone } = props;
  const form = useForm({
    initialValues: { password: '', label: '' },
    validate: {
      password: (password) => (password === '' ? TEXTS.signIn.required : null),
      label: (label) => (name && label.trim() === '' ? TEXTS.signIn.required : null),
    },
  });
  const changing = useMutation({
    mutationFn: ({ password, label }: { password: string; label: string }) => send(password, label.trim()),
    // It may bring secrets that are shown once.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => placeFaults(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((said) => changing.mutate(said))}>
      <Stack>
        <Text size="sm">{lead}</Text>
        {name && (
          <TextInput {...name} maxLength={60} required data-autofocus {...form.getInputProps('label')} />
        )}
        <PasswordInput
          label={texts.confirmPassword}
          description={texts.confirmHint}
          autoComplete="current-password"
          required
          data-autofocus={name ? undefined : true}
          {...form.getInputProps('password')}
        />
        {!isPlaced(changing.error, ['password', 'label']) && <Refused error={changing.error} />}
        <Group justify="flex-end">
          <Button type="submit" color={isRemoval ? 'red' : undefined} loading={changing.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
