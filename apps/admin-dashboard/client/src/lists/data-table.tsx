import { Table, type TableTdProps } from '@mantine/core';
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly cellProps?: TableTdProps;
  /** Whether the cell names its row. */
  readonly isRowHead?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The table scrolls sideways below this width in pixels. */
  readonly minWidth: number;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** Keeps the last column in view while the others scroll. */
  readonly endsInActions?: boolean;
}

/** A table that scrolls sideways on narrow screens, also by keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, minWidth, columns, rows, rowKey, endsInActions } = props;
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
            {columns.map(({ head }) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ head, cell, cellProps, isRowHead }) =>
                isRowHead ? (
                  <Table.Th key={head} scope="row" fw={500}>
                    {cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={head} {...cellProps}>
                    {cell(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
