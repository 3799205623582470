import { Table } from '@mantine/core';
import type { Usage } from '../../../contract/usage.js';
import { number } from '../format.js';
import { WideTable } from '../parts/wide-table.js';
import { TEXTS } from '../texts/texts.js';

const { usage: texts } = TEXTS;

const totalOf = (counts: Usage['byOperation']) => counts.reduce((sum, { requests }) => sum + requests, 0);

/** A row for each operation and a column for each status that occurred. */
export function OperationTable({ rows }: { readonly rows: Usage['byOperation'] }) {
  const statuses = [...new Set(rows.map(({ status }) => status))].toSorted((a, b) => a - b);
  const operations = Map.groupBy(rows, ({ operation }) => operation);
  const ordered = [...operations].toSorted(([, a], [, b]) => totalOf(b) - totalOf(a));
  return (
    <WideTable
      label={texts.byOperation}
      minWidth={320 + statuses.length * 70}
      heads={[texts.operation, ...statuses.map(String), texts.total]}
    >
      {ordered.map(([operation, counts]) => (
        <Table.Tr key={operation}>
          <Table.Th scope="row" fw={500}>
            {operation}
          </Table.Th>
          {statuses.map((status) => {
            const count = counts.find((one) => one.status === status);
            return <Table.Td key={status}>{count ? number(count.requests) : '–'}</Table.Td>;
          })}
          <Table.Td fw={600}>{number(totalOf(counts))}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}
