import type { RecordItem } from '#contract/directory/records';
import { fill, formatTime } from '../display/format.js';
import { RecordLink } from '../display/page-link.js';
import { search } from '../lists/filters.js';
import { withNote } from '../lists/data-table.js';
import { listPage } from '../lists/list-page.js';
import { TEXTS } from '../language/texts.js';
import { Sentence } from './sentence.js';

const { records: strings } = TEXTS;

/** Finds doctors and clinics. */
export default listPage('findRecords', 'records', {
  lead: strings.lead,
  title: strings.found,
  filters: { q: search(strings.search, strings.searchHint) },
  withheld: ({ q }) => (q === undefined ? { title: strings.start, hint: strings.startHint } : undefined),
  empty: { title: strings.none, hint: strings.noneHint },
  Above: Sentence,
  table: {
    minWidth: 640,
    columns: [
      {
        head: strings.name,
        isRowHead: true,
        cell: ({ record, key, name }) => <RecordLink record={record} id={key} label={name} />,
      },
      {
        head: strings.kind,
        cell: ({ record, key }) => `${strings.kinds[record]}${record === 'doctor' ? ` ${key}` : ''}`,
      },
      { head: strings.address, text: 'address', cellProps: { className: 'broken' } },
      {
        head: strings.state,
        cell: (record) =>
          record.independent === 'no' ? withNote(stateOf(record), strings.notIndependent) : stateOf(record),
      },
    ],
  },
});

function stateOf({ record, endedAt, isAlike }: RecordItem): string {
  return endedAt === null
    ? strings.states[isAlike ? 'alike' : 'listed']
    : fill(strings.states[record], { time: formatTime(endedAt) });
}
