import { Anchor, Table, type TableTdProps, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowDown } from '@tabler/icons-react';
import type { Key, ReactNode } from 'react';
import { Note, type NoteProps } from '../display/values.js';
import { TEXTS } from '../language/texts.js';

const { common } = TEXTS;

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly cellProps?: TableTdProps;
  /** Whether the cell names its row. */
  readonly isRowHead?: boolean;
  /** Whether the rows are in its order, and what puts them into it. */
  readonly sort?: { readonly isSorted: boolean; readonly onSort: () => void };
}

/** Returns the content of a cell: a value, and smaller text below it. */
export const withNote = (value: ReactNode, note: ReactNode, props?: NoteProps) => (
  <>
    {value}
    <Note size="xs" {...props}>
      {note}
    </Note>
  </>
);

function SortButton(props: NonNullable<Column<never>['sort']> & { readonly children: string }) {
  return (
    <Anchor component="button" type="button" inherit ta="start" onClick={props.onSort}>
      {props.children}
      {props.isSorted && <IconArrowDown size={14} aria-hidden />}
    </Anchor>
  );
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The table scrolls sideways below this width in pixels. */
  readonly minWidth: number;
  /** The table scrolls below its head beyond this height in pixels. */
  readonly maxHeight?: number;
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
  const { label, minWidth, maxHeight, columns, rows, empty, endsInActions } = props;
  const { ref, width } = useElementSize();
  if (empty !== undefined && rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  const className = endsInActions ? 'ends-in-actions' : undefined;
  return (
    <div ref={ref}>
      {width > 0 && width < minWidth && <Note size="xs">{common.scroll}</Note>}
      <Table.ScrollContainer
        minWidth={minWidth}
        maxHeight={maxHeight}
        type="native"
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        <Table
          stickyHeader={maxHeight !== undefined}
          verticalSpacing="xs"
          highlightOnHover
          aria-label={label}
          className={className}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ head, sort }) => (
                <Table.Th key={head} scope="col" aria-sort={sort?.isSorted ? 'other' : undefined}>
                  {sort ? <SortButton {...sort}>{head}</SortButton> : head}
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
