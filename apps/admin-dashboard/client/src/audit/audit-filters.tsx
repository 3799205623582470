import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../lists/search-field.js';
import { choicesOf, type UrlState } from '../lists/url-state.js';
import strings from './strings.json';

const NO_FILTERS = { text: '', action: '', from: '', to: '' };

export function AuditFilters({ get, set }: Pick<UrlState, 'get' | 'set'>) {
  const change = (values: Readonly<Record<string, string>>) => set({ ...values, page: '' });
  // The search field keeps its own text. Clearing the filters mounts an empty one.
  const [clearCount, setClearCount] = useState(0);
  const isFiltered = Object.keys(NO_FILTERS).some((name) => get(name) !== '');
  return (
    <Group mb="md" align="flex-end">
      <SearchField
        key={clearCount}
        label={strings.search}
        placeholder={strings.searchHint}
        initial={clearCount > 0 ? '' : get('text')}
        onSearch={(text) => change({ text })}
      />
      <Select
        label={strings.action}
        data={choicesOf(strings.actions)}
        placeholder={strings.anyAction}
        searchable
        clearable
        value={get('action') || null}
        onChange={(value) => change({ action: value ?? '' })}
        flex={1}
        miw={200}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={strings[name]}
          flex={1}
          miw={200}
          value={get(name)}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
        />
      ))}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => {
            setClearCount(clearCount + 1);
            change(NO_FILTERS);
          }}
        >
          {strings.clear}
        </Button>
      )}
    </Group>
  );
}
