import {
  Autocomplete,
  type AutocompleteProps,
  Button,
  Group,
  PasswordInput,
  Select,
  type SelectProps,
  Stack,
  Text,
  Textarea,
  type TextareaProps,
  TextInput,
} from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { type MutationKey, useMutation } from '@tanstack/react-query';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { ApiError } from '../api/errors.js';
import { ErrorAlert } from '../display/loading.js';
import { choicesOf } from '../lists/url-state.js';
import { ServerText } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { common } = TEXTS;

type Values<Name extends string> = Readonly<Record<Name, string>>;

type Attribute =
  | 'autoCapitalize'
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'maxLength'
  | 'min'
  | 'spellCheck';

/** A text field of a form. */
export interface Field extends Pick<ComponentPropsWithoutRef<'input'>, Attribute> {
  readonly label: string;
  readonly description?: string;
  /** Hides what is typed. The value is sent as it is; other values are trimmed. */
  readonly isSecret?: boolean;
  readonly suggestions?: readonly string[];
  /** The values that can be chosen, with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Whether it may stay empty. */
  readonly isOptional?: boolean;
  /** A day, or text of several lines, instead of a line of text. */
  readonly kind?: 'day' | 'lines';
  readonly initial?: string;
  /** Returns why a value is invalid; by default, a value must not be empty unless the field is optional. */
  readonly rule?: (value: string, values: Values<string>) => string | null;
}

/** Fields of other forms than text. Their values are sent by the form that has them. */
export interface MoreFields {
  /** The names by which the server refuses their values. */
  readonly names: readonly string[];
  /** Returns whether they are complete; if not, they say so. */
  readonly check: () => boolean;
  /** @param refused what the server says of the values that were sent, by name */
  readonly show: (refused: Readonly<Record<string, ServerText>>) => ReactNode;
}

export interface ApiFormProps<Name extends string, Result> {
  readonly fields: Readonly<Record<Name, Field>>;
  /** Shown above the fields. */
  readonly lead?: ReactNode;
  /** More fields, above the others. */
  readonly more?: MoreFields | undefined;
  readonly send: (values: Values<Name>) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  /** The key of the mutation, for code that waits for its end. */
  readonly mutationKey?: MutationKey;
  /** The field to clear after an error. */
  readonly cleared?: NoInfer<Name>;
  readonly submit: string;
  /** Whether submitting deletes something. */
  readonly isDangerous?: boolean;
  /** Shown while the values are sent. */
  readonly pending?: ReactNode;
  /** Buttons beside the submit button. */
  readonly actions?: ReactNode;
  /** Whether the submit button is as wide as the form. */
  readonly isWide?: boolean;
}

/** A form that sends its values to the server and shows the server's errors at the fields or above the button. */
export function ApiForm<Name extends string, Result>(props: ApiFormProps<Name, Result>) {
  const {
    fields,
    lead,
    more,
    send,
    onDone,
    mutationKey,
    cleared,
    submit,
    isDangerous,
    pending,
    actions,
    isWide,
  } = props;
  const entries = Object.entries<Field>(fields);
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(entries.map(([name, { initial = '' }]) => [name, initial])),
    validate: Object.fromEntries(
      entries.map(([name, { isOptional, rule = isOptional ? () => null : isNotEmpty(common.required) }]) => [
        name,
        rule,
      ]),
    ),
  });
  const sending = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: (values: Values<string>) =>
      send(
        Object.fromEntries(
          entries.map(([name, { isSecret }]) => [name, isSecret ? values[name] : values[name]?.trim()]),
        ) as Values<Name>,
      ),
    // A result may contain secrets that are shown once.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      if (cleared !== undefined) form.setValues({ [cleared]: '' });
      const shown = fieldErrors(error).filter(([name]) => name in fields);
      form.setErrors(Object.fromEntries(shown.map(([name, said]) => [name, <ServerText {...said} />])));
    },
  });
  const faults = fieldErrors(sending.error);
  const isShownAtFields =
    faults.length > 0 && faults.every(([name]) => name in fields || more?.names.includes(name));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const isComplete = more?.check() ?? true;
        form.onSubmit((values) => {
          if (isComplete) sending.mutate(values);
        })(event);
      }}
    >
      <Stack>
        {typeof lead === 'string' ? <Text size="sm">{lead}</Text> : lead}
        {more?.show(Object.fromEntries(faults))}
        {entries.map(([name, { initial: _initial, rule: _rule, isOptional, ...field }]) => (
          <FieldInput key={name} required={!isOptional} {...field} {...form.getInputProps(name)} />
        ))}
        {!isShownAtFields && <ErrorAlert error={sending.error} />}
        {sending.isPending && pending}
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

/** Opens the list of a field within the dialog, and not cut off by it. */
export const LIST = { withinPortal: false, floatingStrategy: 'fixed' } as const;

function FieldInput({
  isSecret,
  suggestions,
  choices,
  kind,
  ...props
}: Field & { readonly required: boolean }) {
  if (choices) {
    const select = props as SelectProps;
    return <Select {...select} data={choicesOf(choices)} allowDeselect={false} comboboxProps={LIST} />;
  }
  if (suggestions) {
    // A complete suggestion needs no list, which would cover the button below.
    const isComplete = suggestions.includes((props as AutocompleteProps).value ?? '');
    const data = isComplete ? [] : [...suggestions];
    return <Autocomplete {...props} data={data} openOnFocus={false} comboboxProps={LIST} />;
  }
  if (kind === 'lines') return <Textarea autosize minRows={2} maxRows={8} {...(props as TextareaProps)} />;
  if (kind === 'day') return <TextInput type="date" {...props} />;
  return isSecret ? <PasswordInput {...props} /> : <TextInput {...props} />;
}

function fieldErrors(error: Error | null): [name: string, said: ServerText][] {
  return error instanceof ApiError ? Object.entries(error.fields) : [];
}

const MIN_PASSWORD_LENGTH = 15;
const { newPassword } = common;

/** The fields of a new password. They check it in the browser; the server applies more rules. */
export const NEW_PASSWORD_FIELDS = {
  newPassword: {
    label: newPassword.label,
    description: newPassword.hint,
    autoComplete: 'new-password',
    isSecret: true,
    rule: (value: string) => (Array.from(value).length < MIN_PASSWORD_LENGTH ? newPassword.tooShort : null),
  },
  repeated: {
    label: newPassword.repeat,
    autoComplete: 'new-password',
    isSecret: true,
    rule: (value: string, values: Values<string>) =>
      value === values['newPassword'] ? null : newPassword.differs,
  },
};
