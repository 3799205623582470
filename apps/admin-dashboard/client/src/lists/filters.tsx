import { SegmentedControl, Select, type SelectProps, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { choicesOf, oneOf } from './url-state.js';

const TYPING_MS = 300;
/** The choice that applies no filter. */
const ALL = 'all';
const FLEXIBLE = { flex: 1, miw: 200 };

/** A filter of a list. The address keeps its text. */
export interface Filter<Value, Answer = unknown> {
  /** Its name in the address, if that is not its name in the request. */
  readonly name?: string;
  /** Returns what the request has for the text of the address; undefined without a filter. */
  readonly asked: (text: string) => Value | undefined;
  readonly field: (props: FilterFieldProps<Answer>) => ReactNode;
  /** Whether the field belongs to the heading of the list. */
  readonly isInHeading?: boolean;
}

interface FilterFieldProps<Answer> {
  readonly text: string;
  /** Whether the filters were cleared, which the address may not show yet. */
  readonly isCleared: boolean;
  readonly onChange: (text: string) => void;
  /** The answer of the list, once it is loaded. */
  readonly answer: Answer | undefined;
}

/** A text that is searched for when the user stops typing. */
export const search = (label: string, placeholder: string, name?: string): Filter<string> => ({
  ...(name !== undefined && { name }),
  asked: (text) => text.trim() || undefined,
  field: ({ text, isCleared, onChange }) => (
    <SearchField
      label={label}
      placeholder={placeholder}
      initial={isCleared ? '' : text}
      onSearch={onChange}
    />
  ),
});

/**
 * One of some values, or the choice `all`.
 * @param choices each with its label
 * @param initial the choice that the address leaves out; without one, nothing needs to be chosen
 */
export function choice<Value extends string>(
  label: string,
  choices: Readonly<Record<Value, string>>,
  { initial, ...props }: SelectProps & { readonly initial?: NoInfer<Value> },
): Filter<Exclude<Value, typeof ALL>> {
  return {
    asked: (text) => {
      const chosen = oneOf(text, choices) ?? initial;
      return chosen === ALL ? undefined : (chosen as Exclude<Value, typeof ALL> | undefined);
    },
    field: ({ text, onChange }) => (
      <Select
        label={label}
        data={choicesOf(choices)}
        clearable={initial === undefined}
        allowDeselect={initial === undefined}
        value={oneOf(text, choices) ?? initial ?? null}
        onChange={(value) => onChange(value === null || value === initial ? '' : value)}
        {...FLEXIBLE}
        {...props}
      />
    ),
  };
}

/** One of a few values, which are all in view, or the choice `all`. @param initial as that of `choice` */
export function segments<Value extends string>(
  label: string,
  choices: Readonly<Record<Value, string>>,
  initial: NoInfer<Value>,
): Filter<Exclude<Value, typeof ALL>> {
  return {
    ...choice(label, choices, { initial }),
    isInHeading: true,
    field: ({ text, onChange }) => (
      <SegmentedControl
        size="xs"
        aria-label={label}
        data={choicesOf(choices)}
        value={oneOf(text, choices) ?? initial}
        onChange={(value) => onChange(value === initial ? '' : value)}
      />
    ),
  };
}

/** One of the values that the list itself names. */
export const listed = <Answer,>(
  label: string,
  values: (answer: Answer) => readonly string[],
  props: SelectProps,
): Filter<string, Answer> => ({
  asked: (text) => text || undefined,
  field: ({ text, onChange, answer }) => (
    <Select
      label={label}
      data={answer === undefined ? [] : [...values(answer)]}
      clearable
      value={text || null}
      onChange={(value) => onChange(value ?? '')}
      {...FLEXIBLE}
      {...props}
    />
  ),
});

/** Returns a time as the address has it for a filter: local, to the minute. */
export function momentText(time: string): string {
  // Swedish writes 2026-11-28 17:05:00.
  return new Date(time).toLocaleString('sv').slice(0, 'yyyy-mm-dd hh:mm'.length).replace(' ', 'T');
}

/** A local time; the request has it in UTC, if it is valid. */
export const moment = (label: string): Filter<string> => ({
  asked: (text) => {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  },
  field: ({ text, onChange }) => (
    <TextInput
      type="datetime-local"
      label={label}
      {...FLEXIBLE}
      value={text}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  ),
});

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly initial: string;
  readonly onSearch: (text: string) => void;
}

function SearchField({ label, placeholder, initial, onSearch }: SearchFieldProps) {
  const searchSoon = useDebouncedCallback((value: string) => onSearch(value.trim()), TYPING_MS);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={100}
      defaultValue={initial}
      onChange={({ currentTarget: { value } }) => searchSoon(value)}
      {...FLEXIBLE}
    />
  );
}
