import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { CellFault, MendedRow } from '#contract/imports/mending';
import { choicesOf, mayBeEmpty } from '#contract/imports/row-reasons';
import { fill } from '../display/format.js';
import { PlainReason } from '../language/plain-reason.js';
import { TEXTS } from '../language/texts.js';
import type { MendingRowProps } from './mending-row.js';
import type { EditedRow } from './use-mended-rows.js';

const { mending: strings } = TEXTS;

const HOURS_UNKNOWN = '; the hours are stored as not known.';

/** Returns whether a value is marked, and still as it was found. */
export function isMarked(
  { marks, base }: MendedRow,
  { cells, isSkipped }: EditedRow,
  column: number,
): boolean {
  return !isSkipped && marks.includes(column) && cells[column] === base[column];
}

/** Returns what a cell may have been meant to say, or the few values that it may have. */
export function suggestionsOf({ faults }: MendedRow, column: number): readonly string[] {
  const offered = faults.flatMap(({ at, suggestions, reason }) => {
    if (at !== column) return [];
    return suggestions.length > 0 ? suggestions : choicesOf(reason);
  });
  return [...new Set(offered)];
}

/** The id of what says why a cell is marked. */
export function faultId(rowId: string, column: number): string {
  return `${rowId}-${column}`;
}

interface RowFaultsProps extends MendingRowProps {
  readonly id: string;
  /** That of the row. */
  readonly name: string;
}

/** What is wrong with a row, value by value, each with what it may have been meant to say. */
export function RowFaults({ id, name, ...row }: RowFaultsProps) {
  const { faults, reason } = row.mended;
  const ofRow = faults.length > 0 ? faults.filter(({ at }) => at === null) : [{ reason }];
  const columns = [...new Set(faults.flatMap(({ at }) => at ?? []))];
  return (
    <>
      <div id={id}>
        {ofRow.map((fault) => (
          <Text key={fault.reason} size="xs" className="broken">
            <Reason text={fault.reason} />
          </Text>
        ))}
      </div>
      {columns.map((column) => (
        <CellFaults
          key={column}
          {...row}
          id={faultId(id, column)}
          name={name}
          column={column}
          faults={faults.filter(({ at }) => at === column)}
        />
      ))}
    </>
  );
}

interface CellFaultsProps extends RowFaultsProps {
  readonly column: number;
  readonly faults: readonly CellFault[];
}

/** What is wrong with a cell. It goes once the cell is changed, but suggestions stay while one of them is taken. */
function CellFaults({
  id,
  name,
  position,
  row,
  mended,
  columns,
  mayEdit,
  actions,
  column,
  faults,
}: CellFaultsProps) {
  const cell = row.cells[column]!;
  const marked = isMarked(mended, row, column);
  // An empty text leaves the cell empty: only a click takes it, no key and no button for all rows.
  const empty = mended.kind === 'field' && faults.every(({ reason }) => mayBeEmpty(reason)) ? [''] : [];
  const suggestions = mayEdit && !row.isSkipped ? [...suggestionsOf(mended, column), ...empty] : [];
  if (!marked && !suggestions.includes(cell)) return null;
  const place = { row: position, column };
  const field = columns[column]!;
  return (
    <div className="why">
      <Text size="xs" lineClamp={2} className="broken">
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={fill(strings.goTo, { column: field, row: name })}
          onClick={() => actions.go(place)}
        >
          {field}
        </Anchor>{' '}
        <Text span inherit fw={600}>
          {cell || strings.emptyCell}
        </Text>
      </Text>
      {marked && (
        <div id={id}>
          {faults.map(({ reason }) => (
            <Text key={reason} size="xs" className="broken">
              <Reason text={reason} />
            </Text>
          ))}
        </div>
      )}
      {suggestions.length > 0 && (
        <Group gap={4} mt={4}>
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              size="compact-xs"
              leftSection={<IconBulb size={12} aria-hidden />}
              aria-label={fill(strings.take, {
                suggestion: suggestion || strings.leaveEmpty,
                column: field,
                row: name,
              })}
              aria-pressed={suggestion === cell}
              variant={suggestion === cell ? 'filled' : 'default'}
              onClick={() => actions.take(place, suggestion)}
            >
              {suggestion || strings.leaveEmpty}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}

/** Says in plain words why a value is doubtful or left out, and what an import does then. */
function Reason({ text }: { readonly text: string }) {
  return (
    <>
      <PlainReason text={text} />
      {text.endsWith(HOURS_UNKNOWN) && ` ${strings.hoursUnknown}`}
    </>
  );
}
