import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TEXTS } from '../texts/texts.js';

const { audit: texts } = TEXTS;
const TYPING_MS = 300;
const NOTHING = { text: '', action: '', from: '', to: '' };

interface AuditFiltersProps {
  readonly get: (name: string) => string;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

export function AuditFilters({ get, onChange }: AuditFiltersProps) {
  const [typed, setTyped] = useState(get('text'));
  const search = useDebouncedCallback((value: string) => onChange({ text: value.trim() }), TYPING_MS);
  const isFiltered = Object.keys(NOTHING).some((name) => get(name) !== '');
  return (
    <Group mb="md" align="flex-end">
      <TextInput
        type="search"
        label={texts.search}
        placeholder={texts.searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value);
        }}
        flex={1}
        miw={200}
      />
      <Select
        label={texts.action}
        data={Object.entries(texts.actions).map(([value, label]) => ({ value, label }))}
        placeholder={texts.anyAction}
        searchable
        clearable
        value={get('action') || null}
        onChange={(value) => onChange({ action: value ?? '' })}
        flex={1}
        miw={200}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={texts[name]}
          flex={1}
          miw={200}
          value={get(name)}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
        />
      ))}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => {
            setTyped('');
            onChange(NOTHING);
          }}
        >
          {texts.clear}
        </Button>
      )}
    </Group>
  );
}
