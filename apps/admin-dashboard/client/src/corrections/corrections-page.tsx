import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { CORRECTABLE_FIELDS } from '@care-atlas/domain/records';
import { useMay } from '../api/queries.js';
import { choice, listed, search } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { openCorrection } from './correction-dialogs.js';
import { CORRECTIONS } from './correction-table.js';
import { Decisions, isOpen } from './decisions.js';
import { TEXTS } from '../language/texts.js';

const { corrections: strings } = TEXTS;

const POLL_MS = 1_500;
const FIELDS = Object.fromEntries(
  Object.values(CORRECTABLE_FIELDS)
    .flat()
    .map((field) => [field, strings.fields[field]]),
);

/** What operators say about records, as a list to work through. */
export default listPage('listCorrections', 'corrections', {
  lead: strings.lead,
  title: strings.list,
  mayNot: strings.mayNot,
  Actions: NewButton,
  Above: Decisions,
  filters: {
    text: search(strings.search, strings.searchHint),
    state: choice(strings.state, strings.states, { initial: 'active' }),
    kind: choice(strings.kind, strings.kinds, { placeholder: strings.anyKind, miw: 150 }),
    record: choice(strings.record, strings.records, { placeholder: strings.anyRecord, miw: 150 }),
    field: choice(strings.field, FIELDS, { placeholder: strings.anyField, miw: 150 }),
    by: listed(strings.by, ({ people }) => people, { placeholder: strings.anybody, miw: 150 }),
  },
  refresh: (answer) => (answer?.decisions.some(isOpen) ? POLL_MS : false),
  pages: strings.pages,
  empty: { title: strings.empty, hint: strings.emptyHint },
  table: CORRECTIONS,
});

function NewButton() {
  if (!useMay('operator')) return null;
  return (
    <Button leftSection={<IconPencilPlus size={18} aria-hidden />} onClick={() => openCorrection()}>
      {strings.new}
    </Button>
  );
}
