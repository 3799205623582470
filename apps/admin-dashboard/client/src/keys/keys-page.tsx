import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconPlus, IconShieldPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { download } from '../api/call.js';
import { queryOf, useMay } from '../api/queries.js';
import { Empty, ErrorAlert } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { PagedList, pageQuery, SearchField } from '../lists/paged-list.js';
import { choicesOf, oneOf, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';
import { openKeyCreation, openSecretRegistration } from './key-dialogs.js';
import { KeyTable } from './key-table.js';

const { common, keys: strings } = TEXTS;

/** The URL omits the default kind, because admin keys are the ones created here. */
const DEFAULT_KIND = 'admin';
const { keyKinds, keyStates } = common;
const KINDS = { ...keyKinds, all: strings.allKinds };

export default function KeysPage({ title }: PageContentProps) {
  const mayChange = useMay('operator');
  const buttons = mayChange && (
    <Group>
      <Button leftSection={<IconShieldPlus size={18} aria-hidden />} onClick={openSecretRegistration}>
        {strings.register}
      </Button>
      <Button variant="filled" leftSection={<IconPlus size={18} aria-hidden />} onClick={openKeyCreation}>
        {strings.create}
      </Button>
    </Group>
  );
  return (
    <Page title={title} lead={strings.lead} actions={buttons}>
      <KeyList title={title} />
    </Page>
  );
}

function KeyList({ title }: PageContentProps) {
  const mayExport = useMay('operator');
  const { get, set, page, setPage } = useUrlState();
  const kind = oneOf(get('kind'), KINDS) ?? DEFAULT_KIND;
  const state = oneOf(get('state'), keyStates);
  const text = get('text');
  const filter = { kind: oneOf(kind, keyKinds), state, text };
  const query = useQuery(queryOf('listKeys', { query: { ...filter, ...pageQuery(page) } }));
  const exporting = useMutation({
    mutationFn: () => download('exportKeys', { body: { ...filter, text: text || undefined } }),
    onSuccess: () => notifications.show({ message: strings.exported }),
  });
  const isFiltered = text !== '' || state !== undefined || kind !== DEFAULT_KIND;
  const empty = isFiltered ? (
    <Empty title={strings.empty} hint={strings.emptyHint} />
  ) : (
    <Empty title={strings.emptyAdmin} hint={strings.emptyAdminHint} />
  );
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
          data={choicesOf(keyStates)}
          placeholder={strings.anyState}
          clearable
          value={state ?? null}
          onChange={(value) => set({ state: value ?? '', page: '' })}
          w={160}
        />
        {mayExport && (
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {strings.export}
          </Button>
        )}
      </Group>
      <ErrorAlert error={exporting.error} />
      <PagedList query={query} label={strings.pages} page={page} setPage={setPage} empty={empty}>
        {({ keys }) => <KeyTable title={title} keys={keys} />}
      </PagedList>
    </Panel>
  );
}
