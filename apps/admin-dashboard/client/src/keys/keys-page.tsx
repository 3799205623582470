import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconPlus, IconShieldPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../api/queries.js';
import { openDialog } from '../forms/dialog.js';
import { Page, Panel } from '../layout/page.js';
import { Empty } from '../lists/empty.js';
import { PagedList, pageQuery } from '../lists/paged-list.js';
import { SearchField } from '../lists/search-field.js';
import { oneOf, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { KeyCreation, SecretRegistration } from './key-dialogs.js';
import { KeyTable } from './key-table.js';
import { strings } from './strings.js';

/** The URL omits the default kind, because admin keys are the ones created here. */
const DEFAULT_KIND = 'admin';
const KINDS = { ...strings.kinds, all: strings.allKinds };
const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const register = () => openDialog(strings.registerTitle, (dialog) => <SecretRegistration dialog={dialog} />);
const create = () => openDialog(strings.createTitle, (dialog) => <KeyCreation dialog={dialog} />);

export default function KeysPage({ title }: PageContentProps) {
  return (
    <Page
      title={title}
      lead={strings.lead}
      actions={
        <Group>
          <Button variant="default" leftSection={<IconShieldPlus size={18} aria-hidden />} onClick={register}>
            {strings.register}
          </Button>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            {strings.create}
          </Button>
        </Group>
      }
    >
      <KeyList title={title} />
    </Page>
  );
}

function KeyList({ title }: PageContentProps) {
  const { get, set, page, setPage } = useUrlState();
  const kind = oneOf(get('kind'), KINDS) ?? DEFAULT_KIND;
  const state = oneOf(get('state'), strings.states);
  const text = get('text');
  const filter = { kind: oneOf(kind, strings.kinds), state, text };
  const query = useQuery(queryOf('listKeys', { query: { ...filter, ...pageQuery(page) } }));
  const isFiltered = text !== '' || state !== undefined || kind !== DEFAULT_KIND;
  return (
    <Panel
      title={kind === 'all' ? title : KINDS[kind]}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={strings.kind}
          data={choicesOf(KINDS)}
          value={kind}
          onChange={(value) => set({ kind: value === DEFAULT_KIND ? '' : value, page: '' })}
        />
      }
    >
      <Group mb="md" align="flex-end">
        <SearchField
          label={strings.search}
          placeholder={strings.searchHint}
          initial={text}
          onSearch={(typed) => set({ text: typed, page: '' })}
        />
        <Select
          label={strings.state}
          data={choicesOf(strings.states)}
          placeholder={strings.anyState}
          clearable
          value={state ?? null}
          onChange={(value) => set({ state: value ?? '', page: '' })}
          w={160}
        />
      </Group>
      <PagedList
        query={query}
        label={strings.pages}
        page={page}
        setPage={setPage}
        empty={
          <Empty
            title={isFiltered ? strings.empty : strings.emptyAdmin}
            hint={isFiltered ? strings.emptyHint : strings.emptyAdminHint}
          />
        }
      >
        {({ keys }) => <KeyTable label={title} keys={keys} />}
      </PagedList>
    </Panel>
  );
}
