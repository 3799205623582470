import { Button, Group, Stack, TextInput } from '@mantine/core';
import { hasLength, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { TEXTS } from '../texts/texts.js';

const { keys: texts } = TEXTS;
const LONGEST = 100;

interface LabelFormProps {
  readonly before?: string;
  readonly submit: string;
  readonly send: Pick<UseMutationResult<unknown, Error, { label: string }>, 'mutate' | 'error' | 'isPending'>;
}

/** Asks what a key is called. */
export function LabelForm({ before = '', submit, send }: LabelFormProps) {
  const form = useForm({
    initialValues: { label: before },
    validate: { label: hasLength({ min: 1, max: LONGEST }, TEXTS.signIn.required) },
    transformValues: ({ label }) => ({ label: label.trim() }),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((said) => send.mutate(said, { onError: (error) => placeFaults(form, error) }))}
    >
      <Stack>
        <TextInput
          label={texts.label}
          description={texts.labelHint}
          maxLength={LONGEST}
          required
          data-autofocus
          {...form.getInputProps('label')}
        />
        {!isPlaced(send.error, ['label']) && <Refused error={send.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
