import { Button, Group, Stack } from '@mantine/core';
import { type FormRulesRecord, isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.js';
import { ErrorAlert } from '../display/error-alert.js';
import { common } from '../strings.js';

interface ApiFormProps<Values extends Record<string, string>, Result> {
  readonly initial: Values;
  readonly validate: FormRulesRecord<Values, Values>;
  readonly send: (values: Values) => Promise<Result>;
  readonly onDone: (result: Result, values: Values) => void;
  /** Adjusts the values after an error, e.g. clears a password. */
  readonly onError?: (form: UseFormReturnType<Values>) => void;
  readonly submit: string;
  /** Whether submitting deletes something. */
  readonly isDangerous?: boolean;
  /** Buttons beside the submit button. */
  readonly actions?: ReactNode;
  /** Whether the submit button is as wide as the form. */
  readonly isWide?: boolean;
  readonly children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** A form that sends its values to the server and shows the server's errors at the fields or above the button. */
export function ApiForm<Values extends Record<string, string>, Result>(props: ApiFormProps<Values, Result>) {
  const { initial, validate, send, onDone, onError, submit, isDangerous, actions, isWide, children } = props;
  const form = useForm<Values>({ initialValues: initial, validate });
  const sending = useMutation({
    mutationFn: send,
    // A result may contain secrets that are shown once.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      onError?.(form);
      form.setErrors(fieldErrors(error, form.values));
    },
  });
  const { error } = sending;
  const isShownAtFields =
    error instanceof ApiError &&
    Object.keys(error.fields).length > 0 &&
    Object.keys(error.fields).every((field) => field in form.values);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => sending.mutate(values))}>
      <Stack>
        {children(form)}
        {!isShownAtFields && <ErrorAlert error={error} />}
        <Group justify="flex-end" grow={isWide}>
          {actions}
          <Button type="submit" color={isDangerous ? 'red' : undefined} loading={sending.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function fieldErrors(error: Error, values: Readonly<Record<string, string>>): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).filter(([field]) => field in values));
}

export const required = isNotEmpty(common.required);
