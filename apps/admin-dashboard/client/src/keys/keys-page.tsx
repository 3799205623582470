import { Button, Group } from '@mantine/core';
import { IconPlus, IconShieldPlus } from '@tabler/icons-react';
import { useMay } from '../api/queries.js';
import { choice, search, segments } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { TEXTS } from '../language/texts.js';
import { openKeyCreation, openSecretRegistration } from './key-dialogs.js';
import { KeyTable } from './key-table.js';

const { common, keys: strings } = TEXTS;
const { keyKinds, keyStates } = common;

/** The keys of the API. */
export default listPage('listKeys', 'keys', {
  lead: strings.lead,
  title: ({ kind }) => (kind === undefined ? strings.page : keyKinds[kind]),
  Actions: KeyButtons,
  filters: {
    kind: segments(strings.kind, { all: strings.allKinds, ...keyKinds }, 'all'),
    text: search(strings.search, strings.searchHint),
    state: choice(
      strings.state,
      { ...keyStates, expiring: strings.expiring },
      {
        placeholder: strings.anyState,
        w: 160,
        flex: undefined,
        miw: undefined,
      },
    ),
  },
  file: { endpoint: 'exportKeys', label: strings.export, done: strings.exported, place: 'beside filters' },
  pages: strings.pages,
  empty: ({ kind, text, state }) =>
    (kind ?? 'admin') === 'admin' && text === undefined && state === undefined
      ? { title: strings.emptyAdmin, hint: strings.emptyAdminHint }
      : { title: strings.empty, hint: strings.emptyHint },
  Rows: KeyTable,
});

function KeyButtons() {
  if (!useMay('operator')) return null;
  return (
    <Group>
      <Button leftSection={<IconShieldPlus size={18} aria-hidden />} onClick={openSecretRegistration}>
        {strings.register}
      </Button>
      <Button variant="filled" leftSection={<IconPlus size={18} aria-hidden />} onClick={openKeyCreation}>
        {strings.create}
      </Button>
    </Group>
  );
}
