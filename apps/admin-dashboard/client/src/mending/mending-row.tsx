import { Badge, Button, Checkbox, Group, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react';
import type { CellFault, MendedRow } from '#contract/imports/mending';
import { rowReason } from '#contract/imports/row-reasons';
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
  readonly take: (place: CellPlace, suggestion: string) => void;
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

/** Returns what a cell may have been meant to say. */
export function suggestionsOf({ faults }: MendedRow, column: number): readonly string[] {
  return [...new Set(faults.flatMap(({ at, suggestions }) => (at === column ? suggestions : [])))];
}

export function cellId({ row, column }: CellPlace): string {
  return `cell-${row}-${column}`;
}

/** One rejected row: why, and its values to be corrected. */
export const MendingRow = memo(function MendingRow(props: MendingRowProps) {
  const { position, row, mended, columns, mayEdit, actions } = props;
  const { line, kind, reason, faults, base } = mended;
  const { cells, isSkipped } = row;
  const reasonId = useId();
  const name =
    line === null ? fill(strings.noLine, { position: position + 1 }) : fill(strings.line, { line });
  // What is wrong with a cell stands there.
  const ofRow =
    faults.length > 0 ? faults.filter(({ at }) => at === null).map((fault) => fault.reason) : [reason];
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
        <div id={reasonId}>
          {ofRow.filter(Boolean).map((text) => (
            <Text key={text} size="xs" className="broken">
              <Reason text={text} />
            </Text>
          ))}
        </div>
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
        const own = faults.filter((fault) => fault.at === at);
        const suggestions = mayEdit && !isSkipped ? suggestionsOf(mended, at) : [];
        const isOffered = marked || suggestions.includes(cells[at]!);
        const whyId = own.length > 0 ? `${reasonId}-${at}` : reasonId;
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
            {isOffered && (
              <div className="why">
                {marked && <CellReasons id={whyId} faults={own} />}
                {suggestions.length > 0 && (
                  <Group gap={4}>
                    {suggestions.map((suggestion) => (
                      <Button
                        key={suggestion}
                        size="compact-xs"
                        leftSection={<IconBulb size={12} aria-hidden />}
                        aria-label={fill(strings.take, { suggestion, column, row: name })}
                        aria-pressed={suggestion === cells[at]}
                        onClick={() => actions.take(place, suggestion)}
                      >
                        {suggestion}
                      </Button>
                    ))}
                  </Group>
                )}
              </div>
            )}
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

/** What is wrong with a cell. */
function CellReasons({ id, faults }: { readonly id: string; readonly faults: readonly CellFault[] }) {
  return (
    <div id={id}>
      {faults.map(({ reason }) => (
        <Text key={reason} size="xs" className="broken">
          <Reason text={reason} />
        </Text>
      ))}
    </div>
  );
}

/** Says in plain words why a value is doubtful or left out. */
function Reason({ text }: { readonly text: string }) {
  const reason = rowReason(text);
  return reason ? fill(strings.reasons[reason.key], reason.values) : <English text={text} />;
}
