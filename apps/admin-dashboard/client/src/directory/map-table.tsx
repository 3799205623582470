import { Table } from '@mantine/core';
import { number } from '../format.js';
import { WideTable } from '../parts/wide-table.js';
import { TEXTS } from '../texts/texts.js';
import { ACCEPTANCE, FRESHNESS, type Spot } from './clinic-facets.js';

const { directory: texts } = TEXTS;

/** What the map shows, counted: for whoever does not see it, and for whoever wants to know exactly. */
export function MapTable({ spots }: { readonly spots: readonly Spot[] }) {
  const count = (acceptance: string, freshness?: string) =>
    number(
      spots.filter(
        (spot) => spot.acceptance === acceptance && (freshness === undefined || spot.freshness === freshness),
      ).length,
    );
  return (
    <WideTable
      label={texts.table}
      minWidth={520}
      heads={[texts.newPatients, ...FRESHNESS.map(({ name }) => name), texts.total]}
    >
      {ACCEPTANCE.map(({ id, name }) => (
        <Table.Tr key={id}>
          <Table.Th scope="row" fw={500}>
            {name}
          </Table.Th>
          {FRESHNESS.map((freshness) => (
            <Table.Td key={freshness.id}>{count(id, freshness.id)}</Table.Td>
          ))}
          <Table.Td fw={600}>{count(id)}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}
