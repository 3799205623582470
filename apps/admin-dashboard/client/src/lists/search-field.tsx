import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';

const TYPING_MS = 300;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly initial: string;
  readonly onSearch: (text: string) => void;
}

/** Searches when the user stops typing. */
export function SearchField({ label, placeholder, initial, onSearch }: SearchFieldProps) {
  const search = useDebouncedCallback((value: string) => onSearch(value.trim()), TYPING_MS);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={100}
      defaultValue={initial}
      onChange={({ currentTarget: { value } }) => search(value)}
      flex={1}
      miw={200}
    />
  );
}
