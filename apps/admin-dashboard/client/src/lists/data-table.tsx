import { Anchor, Table as MantineTable, type TableTdProps, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowDown } from '@tabler/icons-react';
import type { Key, ReactNode } from 'react';
import type { Role } from '@care-atlas/domain/access';
import type { Timestamp } from '#contract/fields';
import { useRole } from '../api/queries.js';
import { formatNumber } from '../display/format.js';
import { type HeadingProps, Panel } from '../display/page.js';
import { Note, type NoteProps, Time } from '../display/values.js';
import { TEXTS } from '../language/texts.js';

const { common } = TEXTS;

/** The columns of a table, and its size. */
export interface Table<Row> {
  /** The table scrolls sideways below this width in pixels. */
  readonly minWidth: number;
  /** The table scrolls below its head beyond this height in pixels. */
  readonly maxHeight?: number;
  readonly columns: readonly Column<Row>[];
  /** Shown instead of a table without rows. */
  readonly empty?: string;
}

export type Column<Row> = Cell<Row> & {
  readonly cellProps?: TableTdProps;
  /** Whether the cell names its row. */
  readonly isRowHead?: boolean;
  /** Whether the rows are in its order, and what puts them into it. */
  readonly sort?: { readonly isSorted: boolean; readonly onSort: () => void };
  /** The least role that sees the column; by default viewer. */
  readonly role?: Role;
};

/** What a cell shows: a value of its row as it is, as a number or a time, or any content; or what can be done with the row. */
type Cell<Row> =
  | { readonly head: string; readonly text: KeysOf<Row, string | number> }
  | { readonly head: string; readonly number: KeysOf<Row, number> }
  | { readonly head: string; readonly time: KeysOf<Row, Timestamp | null>; readonly fallback?: string }
  | { readonly head: string; readonly cell: (row: Row) => ReactNode }
  | { readonly actions: (row: Row) => ReactNode };

type KeysOf<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value ? Name : never;
}[keyof Row];

function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if ('text' in column) return row[column.text] as string | number;
  if ('number' in column) return formatNumber(row[column.number] as number);
  if ('time' in column) {
    return <Time at={row[column.time] as Timestamp | null} fallback={column.fallback ?? common.never} />;
  }
  return 'cell' in column ? column.cell(row) : column.actions(row);
}

function headOf<Row>(column: Column<Row>): string {
  return 'actions' in column ? common.actions : column.head;
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
  readonly table: Table<Row>;
  /** A row is identified by its `id`; without one, by its position. */
  readonly rows: readonly Row[];
}

/** A table that scrolls sideways on narrow screens, also by keyboard, and says so there. Actions stay in view. */
export function DataTable<Row extends object>({ label, table, rows }: DataTableProps<Row>) {
  const { minWidth, maxHeight, empty } = table;
  const { ref, width } = useElementSize();
  const may = useRole();
  if (empty !== undefined && rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  const columns = table.columns.filter(({ role = 'viewer' }) => may(role));
  const endsInActions = columns.some((column) => 'actions' in column);
  return (
    <div ref={ref}>
      {width > 0 && width < minWidth && <Note size="xs">{common.scroll}</Note>}
      <MantineTable.ScrollContainer
        minWidth={minWidth}
        maxHeight={maxHeight}
        type="native"
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        <MantineTable
          stickyHeader={maxHeight !== undefined}
          verticalSpacing="xs"
          highlightOnHover
          aria-label={label}
          className={endsInActions ? 'ends-in-actions' : undefined}
        >
          <MantineTable.Thead>
            <MantineTable.Tr>
              {columns.map((column) => {
                const { sort } = column;
                const head = headOf(column);
                return (
                  <MantineTable.Th key={head} scope="col" aria-sort={sort?.isSorted ? 'other' : undefined}>
                    {sort ? <SortButton {...sort}>{head}</SortButton> : head}
                  </MantineTable.Th>
                );
              })}
            </MantineTable.Tr>
          </MantineTable.Thead>
          <MantineTable.Tbody>
            {rows.map((row, position) => (
              <MantineTable.Tr key={'id' in row ? (row.id as Key) : position}>
                {columns.map((column) =>
                  column.isRowHead ? (
                    <MantineTable.Th key={headOf(column)} scope="row" fw={500}>
                      {contentOf(column, row)}
                    </MantineTable.Th>
                  ) : (
                    <MantineTable.Td key={headOf(column)} {...column.cellProps}>
                      {contentOf(column, row)}
                    </MantineTable.Td>
                  ),
                )}
              </MantineTable.Tr>
            ))}
          </MantineTable.Tbody>
        </MantineTable>
      </MantineTable.ScrollContainer>
    </div>
  );
}

interface TablePanelProps<Row> extends HeadingProps, Omit<DataTableProps<Row>, 'label'> {
  /** Shown above and below the table. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

/** A section of a page that is a table, which has the name of the section. */
export function TablePanel<Row extends object>({
  table,
  rows,
  above,
  below,
  ...heading
}: TablePanelProps<Row>) {
  return (
    <Panel {...heading}>
      {above}
      <DataTable label={heading.title} table={table} rows={rows} />
      {below}
    </Panel>
  );
}
