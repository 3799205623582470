import { Code, Table, Text } from '@mantine/core';
import type { AuditEvent } from '../../../contract/audit.js';
import { Instant } from '../parts/instant.js';
import { WideTable } from '../parts/wide-table.js';
import { TEXTS } from '../texts/texts.js';

const { audit: texts } = TEXTS;

export function AuditTable({ events }: { readonly events: readonly AuditEvent[] }) {
  return (
    <WideTable label={texts.records} minWidth={820} heads={Object.values(texts.columns)}>
      {events.map((event) => (
        <Table.Tr key={event.id}>
          <Table.Td>
            <Instant at={event.at} />
          </Table.Td>
          <Table.Td>
            {event.actor || (
              <Text span inherit c="dimmed">
                {texts.unknownActor}
              </Text>
            )}
          </Table.Td>
          <Table.Td>{texts.actions[event.action]}</Table.Td>
          <Table.Td className="broken" maw={320}>
            {event.subject}
            <Details of={event.details} />
          </Table.Td>
          <Table.Td maw={240}>
            {event.address}
            <Text size="xs" c="dimmed" title={event.userAgent}>
              {event.device}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}

function Details({ of: details }: { readonly of: AuditEvent['details'] }) {
  const said = Object.entries(details).filter(([, value]) => value !== '' && value !== null);
  return said.map(([name, value]) => (
    <Text key={name} size="xs" c="dimmed">
      {inWords(name)}: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>
    </Text>
  ));
}

/** A name of the program as a person reads it: "otherSessionsEnded" is "other sessions ended". */
function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
