import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { strings } from './strings.js';

interface LabelFieldProps<Values extends { label: string }> {
  readonly form: UseFormReturnType<Values>;
}

export function LabelField<Values extends { label: string }>({ form }: LabelFieldProps<Values>) {
  return (
    <TextInput
      label={strings.label}
      description={strings.labelHint}
      maxLength={100}
      required
      data-autofocus
      {...form.getInputProps('label')}
    />
  );
}
