import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../parts/search-field.js';
import { TEXTS } from '../texts/texts.js';

const { audit: texts } = TEXTS;
const NOTHING = { text: '', action: '', from: '', to: '' };

interface AuditFiltersProps {
  readonly get: (name: string) => string;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

export function AuditFilters({ get, onChange }: AuditFiltersProps) {
  // The search keeps what is typed to itself. When all is cleared it begins anew, whatever the address still says.
  const [cleared, setCleared] = useState(0);
  const isFiltered = Object.keys(NOTHING).some((name) => get(name) !== '');
  return (
    <Group mb="md" align="flex-end">
      <SearchField
        key={cleared}
        label={texts.search}
        placeholder={texts.searchHint}
        text={cleared > 0 ? '' : get('text')}
        onSearch={(text) => onChange({ text })}
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
            setCleared(cleared + 1);
            onChange(NOTHING);
          }}
        >
          {texts.clear}
        </Button>
      )}
    </Group>
  );
}
