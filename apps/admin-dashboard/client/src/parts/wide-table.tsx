import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface WideTableProps {
  readonly label: string;
  /** Below this width it scrolls sideways, pixels. */
  readonly minWidth: number;
  readonly heads: readonly ReactNode[];
  /** The last column is what can be done with a row: it stays in sight while the others scroll. */
  readonly endsInActions?: boolean;
  readonly children: ReactNode;
}

/** A table that scrolls sideways, also by keyboard, where the screen is narrower than it. */
export function WideTable({ label, minWidth, heads, endsInActions, children }: WideTableProps) {
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" role="group" aria-label={label} tabIndex={0}>
      <Table
        verticalSpacing="xs"
        highlightOnHover
        aria-label={label}
        className={endsInActions ? 'ends-in-actions' : undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, index) => (
              <Table.Th key={index} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
