import { Button, Group, Stack } from '@mantine/core';
import { type FormRulesRecord, isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.js';
import { ErrorAlert } from '../display/error-alert.js';
import common from '../strings.json';

/** Returns the props of the input of a field. */
export type Field<Name> = (name: Name) => ReturnType<UseFormReturnType<object>['getInputProps']>;

interface ApiFormProps<Values extends Record<string, string>, Result> {
  readonly initial: Values;
  /** Replaces the rule that a field must not be empty. */
  readonly rules?: FormRulesRecord<Values, Values>;
  readonly send: (values: Values) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  /** Adjusts the values after an error, e.g. clears a password. */
  readonly onError?: (form: UseFormReturnType<Values>) => void;
  readonly submit: string;
  /** Whether submitting deletes something. */
  readonly isDangerous?: boolean;
  /** Buttons beside the submit button. */
  readonly actions?: ReactNode;
  /** Whether the submit button is as wide as the form. */
  readonly isWide?: boolean;
  readonly children: (field: Field<keyof Values & string>) => ReactNode;
}

/** A form that sends its values to the server and shows the server's errors at the fields or above the button. */
export function ApiForm<Values extends Record<string, string>, Result>(props: ApiFormProps<Values, Result>) {
  const { initial, rules, send, onDone, onError, submit, isDangerous, actions, isWide, children } = props;
  const notEmpty = Object.fromEntries(
    Object.keys(initial).map((name) => [name, isNotEmpty(common.required)]),
  );
  const form = useForm<Values>({
    initialValues: initial,
    validate: { ...notEmpty, ...rules } as FormRulesRecord<Values, Values>,
  });
  const sending = useMutation({
    mutationFn: send,
    // A result may contain secrets that are shown once.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      onError?.(form);
      form.setErrors(Object.fromEntries(fieldErrors(error).filter(([name]) => name in form.values)));
    },
  });
  const faults = fieldErrors(sending.error);
  const isShownAtFields = faults.length > 0 && faults.every(([name]) => name in form.values);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => sending.mutate(values))}>
      <Stack>
        {children((name) => ({ required: true, ...form.getInputProps(name) }))}
        {!isShownAtFields && <ErrorAlert error={sending.error} />}
        <Group justify="flex-end" grow={isWide}>
          {actions}
          <Button
            type="submit"
            variant="filled"
            color={isDangerous ? 'red' : undefined}
            loading={sending.isPending}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function fieldErrors(error: Error | null): [name: string, message: string][] {
  return error instanceof ApiError ? Object.entries(error.fields) : [];
}
