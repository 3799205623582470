import { Code, Text } from '@mantine/core';
import type { AuditEvent } from '#contract/audit';
import { Time } from '../display/time.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { strings } from './strings.js';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { head: strings.time, cell: ({ at }) => <Time at={at} /> },
  {
    head: strings.actor,
    cell: ({ actor }) =>
      actor || (
        <Text span inherit c="dimmed">
          {strings.unknownActor}
        </Text>
      ),
  },
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
        <Text size="xs" c="dimmed" title={userAgent}>
          {device}
        </Text>
      </>
    ),
    cellProps: { maw: 240 },
  },
];

export function AuditTable({ events }: { readonly events: readonly AuditEvent[] }) {
  return (
    <DataTable
      label={strings.records}
      minWidth={820}
      columns={COLUMNS}
      rows={events}
      rowKey={({ id }) => id}
    />
  );
}

function Details({ details }: Pick<AuditEvent, 'details'>) {
  const shown = Object.entries(details).filter(([, value]) => value !== '' && value !== null);
  return shown.map(([name, value]) => (
    <Text key={name} size="xs" c="dimmed">
      {wordsOf(name)}: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
    </Text>
  ));
}

/** Splits a camel-case name: "otherSessionsEnded" becomes "other sessions ended". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
