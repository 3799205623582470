import { Badge, Checkbox, Text } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react';
import type { MendedRow } from '#contract/imports/mending';
import { fill } from '../display/format.js';
import { TEXTS } from '../language/texts.js';
import { faultId, isMarked, RowFaults } from './row-faults.js';
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
  readonly take: (place: CellPlace, suggestion: string) => void;
  readonly skip: (row: number, isSkipped: boolean) => void;
  readonly paste: (place: CellPlace, event: ClipboardEvent) => void;
  readonly key: (place: CellPlace, event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly visit: (place: CellPlace) => void;
  readonly go: (place: CellPlace) => void;
}

export interface MendingRowProps {
  readonly position: number;
  readonly row: EditedRow;
  readonly mended: MendedRow;
  readonly columns: readonly string[];
  readonly mayEdit: boolean;
  readonly actions: GridActions;
}

export function cellId({ row, column }: CellPlace): string {
  return `cell-${row}-${column}`;
}

/** One rejected row: why, and its values to be corrected. */
export const MendingRow = memo(function MendingRow(props: MendingRowProps) {
  const { position, row, mended, columns, mayEdit, actions } = props;
  const { line, kind, faults, base } = mended;
  const { cells, isSkipped } = row;
  const reasonId = useId();
  const name =
    line === null ? fill(strings.noLine, { position: position + 1 }) : fill(strings.line, { line });
  const isDoubtful = faults.length > 0 && faults.every((fault) => fault.isDoubtful);
  const isChanged = cells.some((cell, column) => cell !== base[column]);
  return (
    <tr className={isSkipped ? 'skipped' : undefined}>
      <th scope="row">
        <Text span fw={600} size="sm">
          {name}
        </Text>{' '}
        <Badge variant="light" size="sm" color={kind === null ? 'accent' : kind === 'row' ? 'red' : 'orange'}>
          {verdictOf(kind, isDoubtful)}
        </Badge>{' '}
        {isChanged && (
          <Badge variant="default" size="sm">
            {strings.changed}
          </Badge>
        )}
        <RowFaults id={reasonId} name={name} {...props} />
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
        const whyId = faults.some((fault) => fault.at === at) ? faultId(reasonId, at) : reasonId;
        return (
          <td key={column}>
            <textarea
              id={cellId(place)}
              rows={1}
              aria-label={fill(strings.cell, { column, row: name })}
              aria-invalid={marked || undefined}
              aria-describedby={marked ? whyId : undefined}
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

function verdictOf(kind: MendedRow['kind'], isDoubtful: boolean): string {
  if (kind === null) return strings.accepted;
  if (kind === 'row') return strings.whole;
  return isDoubtful ? strings.doubtful : strings.field;
}
