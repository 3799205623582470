import { Badge, Checkbox, Text } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react';
import type { MendedRow } from '#contract/imports/mending';
import { fill } from '../display/format.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import type { EditedRow } from './use-mended-rows.js';

const { mending: strings } = TEXTS;

/** A cell of the grid. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** What the cells of the grid do. It is the same object for all rows, so that a change draws one row again. */
export interface GridActions {
  readonly change: (place: CellPlace, value: string) => void;
  readonly skip: (row: number, isSkipped: boolean) => void;
  readonly paste: (place: CellPlace, event: ClipboardEvent) => void;
  readonly key: (place: CellPlace, event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly visit: (place: CellPlace) => void;
}

interface MendingRowProps {
  readonly position: number;
  readonly row: EditedRow;
  readonly mended: MendedRow;
  readonly columns: readonly string[];
  readonly mayEdit: boolean;
  readonly actions: GridActions;
}

/** Returns whether a value is marked, and still as it was found. */
export function isMarked(
  { marks, base }: MendedRow,
  { cells, isSkipped }: EditedRow,
  column: number,
): boolean {
  return !isSkipped && marks.includes(column) && cells[column] === base[column];
}

export function cellId({ row, column }: CellPlace): string {
  return `cell-${row}-${column}`;
}

/** One rejected row: why, and its values to be corrected. */
export const MendingRow = memo(function MendingRow(props: MendingRowProps) {
  const { position, row, mended, columns, mayEdit, actions } = props;
  const { line, kind, reason, base } = mended;
  const { cells, isSkipped } = row;
  const reasonId = useId();
  const name =
    line === null ? fill(strings.noLine, { position: position + 1 }) : fill(strings.line, { line });
  const isChanged = cells.some((cell, column) => cell !== base[column]);
  return (
    <tr className={isSkipped ? 'skipped' : undefined}>
      <th scope="row">
        <Text span fw={600} size="sm">
          {name}
        </Text>{' '}
        <Badge variant="light" size="sm" color={kind === null ? 'accent' : kind === 'row' ? 'red' : 'orange'}>
          {kind === null ? strings.accepted : kind === 'row' ? strings.whole : strings.field}
        </Badge>{' '}
        {isChanged && (
          <Badge variant="default" size="sm">
            {strings.changed}
          </Badge>
        )}
        <Text size="xs" id={reasonId} className="broken">
          <English text={reason} />
        </Text>
        <Checkbox
          size="xs"
          mt={4}
          label={strings.skip}
          aria-label={fill(strings.skipRow, { row: name })}
          checked={isSkipped}
          disabled={!mayEdit}
          onChange={() => actions.skip(position, !isSkipped)}
        />
      </th>
      {columns.map((column, at) => {
        const place = { row: position, column: at };
        const marked = isMarked(mended, row, at);
        return (
          <td key={column}>
            <textarea
              id={cellId(place)}
              rows={1}
              aria-label={fill(strings.cell, { column, row: name })}
              aria-invalid={marked || undefined}
              aria-describedby={marked ? reasonId : undefined}
              className={cells[at] === base[at] ? undefined : 'changed'}
              readOnly={!mayEdit || isSkipped}
              value={cells[at]}
              onChange={({ currentTarget }) => actions.change(place, currentTarget.value)}
              onPaste={(event) => actions.paste(place, event)}
              onKeyDown={(event) => actions.key(place, event)}
              onFocus={() => actions.visit(place)}
            />
          </td>
        );
      })}
    </tr>
  );
});
