import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconPlus, IconShieldPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyQuery } from '../../../contract/key.js';
import { oneOf, pageNumber, useAddressState } from '../parts/address-state.js';
import { Answer } from '../parts/answer.js';
import { openDialog } from '../parts/dialog.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { PAGE_ROWS, Pager } from '../parts/pager.js';
import { SearchField } from '../parts/search-field.js';
import { keysQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';
import { KeyCreation } from './key-creation.js';
import { KeyTable } from './key-table.js';
import { SecretRegistration } from './secret-registration.js';

const { keys: texts } = TEXTS;
/** As the address says it: nothing is admin keys, which are made here. */
const ALL = 'all';
const KIND_CHOICES = [
  ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
  { value: ALL, label: texts.allKinds },
];

export default function KeysPage() {
  return (
    <Page
      title={TEXTS.pages.keys}
      lead={texts.lead}
      actions={
        <Group>
          <Button
            variant="default"
            leftSection={<IconShieldPlus size={18} aria-hidden />}
            onClick={() =>
              openDialog(texts.registerTitle, (dialog) => <SecretRegistration dialog={dialog} />)
            }
          >
            {texts.register}
          </Button>
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => openDialog(texts.createTitle, (dialog) => <KeyCreation dialog={dialog} />)}
          >
            {texts.create}
          </Button>
        </Group>
      }
    >
      <KeyList />
    </Page>
  );
}

function KeyList() {
  const [get, set] = useAddressState();
  const kind = get('kind') || 'admin';
  const page = pageNumber(get('page'));
  const query: KeyQuery = {
    kind: oneOf(kind, texts.kinds),
    state: oneOf(get('state'), texts.states),
    text: get('text'),
    limit: PAGE_ROWS,
    offset: (page - 1) * PAGE_ROWS,
  };
  const answer = useQuery(keysQuestion(query));
  const isFiltered = query.text !== '' || query.state !== undefined || kind !== 'admin';
  return (
    <Panel
      title={
        kind === ALL ? TEXTS.pages.keys : (KIND_CHOICES.find(({ value }) => value === kind)?.label ?? kind)
      }
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.kind}
          data={KIND_CHOICES}
          value={kind}
          onChange={(value) => set({ kind: value === 'admin' ? '' : value, page: '' })}
        />
      }
    >
      <KeyFilters
        text={get('text')}
        state={query.state ?? ''}
        onChange={(filter) => set({ ...filter, page: '' })}
      />
      <Answer to={answer}>
        {({ keys, total }) =>
          total === 0 ? (
            <Nothing
              title={isFiltered ? texts.empty : texts.emptyAdmin}
              hint={isFiltered ? texts.emptyHint : texts.emptyAdminHint}
            />
          ) : (
            <>
              <KeyTable keys={keys} />
              <Pager
                label={texts.page}
                total={total}
                page={page}
                onPage={(next) => set({ page: next === 1 ? '' : String(next) })}
              />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}

interface KeyFiltersProps {
  readonly text: string;
  readonly state: string;
  readonly onChange: (filter: Readonly<Record<string, string>>) => void;
}

function KeyFilters({ text, state, onChange }: KeyFiltersProps) {
  return (
    <Group mb="md" align="flex-end">
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        text={text}
        onSearch={(typed) => onChange({ text: typed })}
      />
      <Select
        label={texts.state}
        data={Object.entries(texts.states).map(([value, label]) => ({ value, label }))}
        placeholder={texts.anyState}
        clearable
        value={state || null}
        onChange={(value) => onChange({ state: value ?? '' })}
        w={160}
      />
    </Group>
  );
}
