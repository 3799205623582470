import { Code, Text } from '@mantine/core';
import type { AuditEvent } from '#contract/audit';
import { Note } from '../display/note.js';
import { Time } from '../display/time.js';
import type { Column } from '../lists/data-table.js';
import strings from './strings.json';

const UNKNOWN = (
  <Text span inherit c="dimmed">
    {strings.unknownActor}
  </Text>
);

export const AUDIT_COLUMNS: readonly Column<AuditEvent>[] = [
  { head: strings.time, cell: ({ at }) => <Time at={at} /> },
  { head: strings.actor, cell: ({ actor }) => actor || UNKNOWN },
  { head: strings.action, cell: ({ action }) => strings.actions[action] },
  {
    head: strings.subject,
    cell: ({ subject, details }) => (
      <>
        {subject}
        <Details details={details} />
      </>
    ),
    cellProps: { className: 'broken', maw: 320 },
  },
  {
    head: strings.origin,
    cell: ({ address, userAgent, device }) => (
      <>
        {address}
        <Note size="xs" title={userAgent}>
          {device}
        </Note>
      </>
    ),
    cellProps: { maw: 240 },
  },
];

function Details({ details }: Pick<AuditEvent, 'details'>) {
  const shown = Object.entries(details).filter(([, value]) => value !== '' && value !== null);
  return shown.map(([name, value]) => (
    <Note key={name} size="xs">
      {wordsOf(name)}: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
    </Note>
  ));
}

/** Splits a camel-case name: "otherSessionsEnded" becomes "other sessions ended". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
