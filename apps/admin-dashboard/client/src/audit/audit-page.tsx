import { Code, Text } from '@mantine/core';
import type { AuditEvent } from '#contract/service/audit';
import { deviceText } from '../display/device.js';
import { fill, formatNumber, wordOf } from '../display/format.js';
import { Note } from '../display/values.js';
import { withNote } from '../lists/data-table.js';
import { choice, moment, search } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { audit: strings } = TEXTS;

const UNKNOWN = (
  <Text span inherit c="dimmed">
    {strings.unknownActor}
  </Text>
);

/** The audit log. */
export default listPage('listAuditEvents', 'events', {
  lead: strings.lead,
  title: strings.records,
  file: { endpoint: 'exportAudit', label: strings.export, done: strings.exported, place: 'beside title' },
  filters: {
    text: search(strings.search, strings.searchHint),
    action: choice(strings.action, strings.actions, { placeholder: strings.anyAction, searchable: true }),
    from: moment(strings.from),
    to: moment(strings.to),
  },
  clear: strings.clear,
  pages: strings.pages,
  empty: { title: strings.empty, hint: strings.emptyHint },
  table: {
    minWidth: 820,
    columns: [
      { head: strings.time, time: 'at' },
      {
        head: strings.actor,
        cell: ({ actor }) => (actor === '' ? UNKNOWN : <span translate="no">{actor}</span>),
      },
      { head: strings.action, cell: ({ action }) => strings.actions[action] },
      {
        head: strings.subject,
        cell: ({ subject, details }) => (
          <>
            {/* As it is recorded, because the search finds it so. */}
            <span translate="no">{subject}</span>
            <Details details={details} />
          </>
        ),
        cellProps: { className: 'broken', maw: 320 },
      },
      {
        head: strings.origin,
        cell: ({ address, userAgent, device }) => withNote(address, deviceText(device), { title: userAgent }),
        cellProps: { maw: 240 },
      },
    ],
  },
});

function Details({ details }: Pick<AuditEvent, 'details'>) {
  const shown = Object.entries(details).filter(([, value]) => value !== '' && value !== null);
  return shown.map(([name, value]) => (
    <Note key={name} size="xs">
      <DetailName name={name} /> <Code>{valueText(value)}</Code>
    </Note>
  ));
}

/** Names a detail; one of another release in English words: "otherSessionsEnded" becomes "other sessions ended". */
function DetailName({ name }: { readonly name: string }) {
  if (Object.hasOwn(strings.details, name))
    return fill(TEXTS.runs.field, { name: wordOf(strings.details, name) });
  return <English text={name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) + ':'} />;
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'string' && typeof value !== 'boolean') return JSON.stringify(value);
  return wordOf({ ...strings.values, ...TEXTS.common.words.sources }, String(value));
}
