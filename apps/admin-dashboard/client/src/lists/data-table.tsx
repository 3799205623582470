import { Table, type TableTdProps, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { Key, ReactNode } from 'react';
import { Note } from '../display/values.js';
import common from '../strings.json';

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
  /** A row is identified by its `id`; without one, by its position. */
  readonly rows: readonly Row[];
  /** Shown instead of a table without rows. */
  readonly empty?: string;
  /** Keeps the last column in view while the others scroll. */
  readonly endsInActions?: boolean;
}

/** A table that scrolls sideways on narrow screens, also by keyboard, and says so there. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, minWidth, columns, rows, empty, endsInActions } = props;
  const { ref, width } = useElementSize();
  if (empty !== undefined && rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  const className = endsInActions ? 'ends-in-actions' : undefined;
  return (
    <div ref={ref}>
      {width > 0 && width < minWidth && <Note size="xs">{common.scroll}</Note>}
      <Table.ScrollContainer minWidth={minWidth} type="native" role="group" aria-label={label} tabIndex={0}>
        <Table verticalSpacing="xs" highlightOnHover aria-label={label} className={className}>
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
            {rows.map((row, position) => (
              <Table.Tr key={'id' in row ? (row.id as Key) : position}>
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
    </div>
  );
}
