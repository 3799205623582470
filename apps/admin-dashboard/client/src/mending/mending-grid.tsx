import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowDown, IconBulb, IconCopyCheck } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Mending } from '#contract/imports/mending';
import { fill, formatNumber } from '../display/format.js';
import { Note } from '../display/values.js';
import { PAGE_ROWS, Pager } from '../lists/paged-list.js';
import { TEXTS } from '../language/texts.js';
import { alikeCells, certainSuggestions, NOTHING, pasteInto } from './bulk-changes.js';
import { type CellPlace, cellId, type GridActions, MendingRow } from './mending-row.js';
import { isMarked, suggestionsOf } from './row-faults.js';
import { parseSpreadsheetText } from './spreadsheet-text.js';
import type { EditedRow, useMendedRows } from './use-mended-rows.js';

const { mending: strings } = TEXTS;

/** What was changed at once, as it was before. */
interface Undo {
  readonly kind: 'paste' | 'suggestions' | 'alike';
  readonly rows: ReadonlyMap<number, EditedRow>;
}

interface MendingGridProps {
  readonly mending: Mending;
  readonly edited: ReturnType<typeof useMendedRows>;
  readonly mayEdit: boolean;
}

/** Rejected rows as a table of fields, for the keyboard alone. */
export function MendingGrid({ mending, edited, mayEdit }: MendingGridProps) {
  const { columns, rows: mended } = mending;
  const { rows, change } = edited;
  const [page, setPage] = useState(1);
  const [message, setMessage] = useState('');
  const [undo, setUndo] = useState<Undo>();
  /** The cell that was changed last. */
  const [last, setLast] = useState<CellPlace>();
  /** The cell that receives the focus once it is drawn. */
  const [target, setTarget] = useState<CellPlace>();
  const visited = useRef<CellPlace>({ row: 0, column: -1 });
  // The actions read what is current, and stay the same.
  const current = useRef({ rows, undo });
  current.current = { rows, undo };

  useEffect(() => {
    if (target) document.getElementById(cellId(target))?.focus();
  }, [target]);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (grid.current) showFirstMark(grid.current);
  }, []);
  const go = (place: CellPlace) => {
    if (place.row < 0 || place.row >= mended.length) return;
    setPage(Math.floor(place.row / PAGE_ROWS) + 1);
    setTarget({ ...place });
  };
  const goToNextMark = () => {
    const places = mended.flatMap((row, position) =>
      columns.flatMap((_, column) =>
        isMarked(row, current.current.rows[position]!, column) ? [{ row: position, column }] : [],
      ),
    );
    const { row, column } = visited.current;
    const next = places.find((place) => place.row > row || (place.row === row && place.column > column));
    const found = next ?? places[0];
    setMessage(found ? '' : strings.noMore);
    if (found) go(found);
  };

  const changeAll = (kind: Undo['kind'], changed: ReadonlyMap<number, EditedRow>) => {
    const before = Array.from(changed.keys(), (row) => [row, current.current.rows[row]!] as const);
    setUndo({ kind, rows: new Map(before) });
    change(changed);
  };
  /** Takes the first suggestion of a cell, or the one after that which it has. */
  const takeNext = ({ row, column }: CellPlace) => {
    const suggestions = suggestionsOf(mended[row]!, column);
    const edited = current.current.rows[row]!;
    if (!mayEdit || edited.isSkipped || suggestions.length === 0) return setMessage(strings.noSuggestion);
    const next = suggestions[(suggestions.indexOf(edited.cells[column]!) + 1) % suggestions.length]!;
    setUndo(undefined);
    setMessage('');
    setLast({ row, column });
    change(new Map([[row, { ...edited, cells: edited.cells.with(column, next) }]]));
  };
  const alike = last && mayEdit ? alikeCells(mending, rows, last) : undefined;
  const certain = mayEdit ? certainSuggestions(mending, rows) : { changed: NOTHING, count: 0 };

  const latest = useRef({ change, changeAll, go, goToNextMark, takeNext });
  latest.current = { change, changeAll, go, goToNextMark, takeNext };
  const actions = useMemo<GridActions>(() => {
    const edit = (row: number, more: Partial<EditedRow>) => {
      setUndo(undefined);
      latest.current.change(new Map([[row, { ...current.current.rows[row]!, ...more }]]));
    };
    const write = (place: CellPlace, value: string) => {
      setLast(place);
      edit(place.row, { cells: current.current.rows[place.row]!.cells.with(place.column, value) });
    };
    return {
      change: write,
      take: (place, suggestion) => {
        visited.current = place;
        write(place, suggestion);
      },
      skip: (row, isSkipped) => edit(row, { isSkipped }),
      visit: (place) => (visited.current = place),
      go: (place) => latest.current.go(place),
      paste: (place, event: ClipboardEvent) => {
        const pasted = parseSpreadsheetText(event.clipboardData.getData('text/plain'));
        if (!mayEdit || (pasted.length === 1 && pasted[0]!.length === 1)) return;
        event.preventDefault();
        const { changed, count, left } = pasteInto(current.current.rows, place, pasted);
        latest.current.changeAll('paste', changed);
        setMessage(fill(left === 0 ? strings.pasted : strings.pastedPart, { count, left }));
      },
      key: ({ row, column }, event: KeyboardEvent<HTMLTextAreaElement>) => {
        const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget } = event;
        if (altKey || ctrlKey || metaKey || event.nativeEvent.isComposing) return;
        const isOneLine = !currentTarget.value.includes('\n');
        const step =
          (key === 'Enter' && !shiftKey) || (key === 'ArrowDown' && isOneLine && !shiftKey)
            ? 1
            : key === 'ArrowUp' && isOneLine && !shiftKey
              ? -1
              : 0;
        if (step === 0 && key !== 'F8' && key !== 'F9') return;
        event.preventDefault();
        if (key === 'F8') latest.current.goToNextMark();
        else if (key === 'F9') latest.current.takeNext({ row, column });
        else latest.current.go({ row: row + step, column });
      },
    };
  }, [mayEdit]);

  const first = (page - 1) * PAGE_ROWS;
  return (
    <>
      <Note mb="xs">{strings.keys}</Note>
      <Group mb="xs" justify="space-between">
        <Note role="status">{countsOf(mending, rows)}</Note>
        <Group gap="xs">
          {undo && (
            <Button
              size="xs"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => {
                change(undo.rows);
                setUndo(undefined);
                setMessage(strings.undone[undo.kind]);
              }}
            >
              {strings.undo[undo.kind]}
            </Button>
          )}
          {alike && alike.changed.size > 0 && (
            <Button
              size="xs"
              leftSection={<IconCopyCheck size={16} aria-hidden />}
              onClick={() => {
                changeAll('alike', alike.changed);
                setMessage(fill(strings.alikeDone, { count: formatNumber(alike.changed.size) }));
              }}
            >
              {fill(strings.alike, { ...alike.texts, count: formatNumber(alike.changed.size) })}
            </Button>
          )}
          {certain.count > 0 && (
            <Button
              size="xs"
              leftSection={<IconBulb size={16} aria-hidden />}
              onClick={() => {
                changeAll('suggestions', certain.changed);
                setMessage(fill(strings.taken, { count: formatNumber(certain.count) }));
              }}
            >
              {fill(strings.takeAll, { count: formatNumber(certain.count) })}
            </Button>
          )}
          <Button size="xs" leftSection={<IconArrowDown size={16} aria-hidden />} onClick={goToNextMark}>
            {strings.next}
          </Button>
        </Group>
      </Group>
      <Text role="status" size="sm">
        {message}
      </Text>
      {columns.length === 0 ? (
        <Alert>{strings.noMore}</Alert>
      ) : (
        <div
          ref={grid}
          className="mending"
          role="group"
          aria-label={strings.rows}
          tabIndex={0}
          onKeyDown={(event) => {
            // In a cell, its own keys count.
            if (event.key !== 'F8' || event.defaultPrevented) return;
            event.preventDefault();
            goToNextMark();
          }}
        >
          <table aria-label={strings.rows}>
            <thead>
              <tr>
                <th scope="col">{strings.row}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(first, first + PAGE_ROWS).map((row, at) => (
                <MendingRow
                  key={first + at}
                  position={first + at}
                  row={row}
                  mended={mended[first + at]!}
                  columns={columns}
                  mayEdit={mayEdit}
                  actions={actions}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager mt="md" total={rows.length} value={page} onChange={setPage} aria-label={strings.pages} />
    </>
  );
}

/** Scrolls a grid sideways to its first marked column, where the column of the reasons stays: a list has more columns than a screen. */
function showFirstMark(grid: HTMLElement): void {
  const reasons = grid.querySelector<HTMLElement>('thead th');
  const marked = grid.querySelector('[aria-invalid]')?.closest('td');
  if (!reasons || !marked || getComputedStyle(reasons).position !== 'sticky') return;
  grid.scrollLeft = marked.offsetLeft - reasons.offsetWidth;
}

function countsOf({ rows: mended }: Mending, rows: readonly EditedRow[]): string {
  const count = (has: (row: EditedRow, position: number) => boolean) => formatNumber(rows.filter(has).length);
  return fill(strings.counts, {
    rows: formatNumber(rows.length),
    marked: count((row, at) => row.cells.some((_, column) => isMarked(mended[at]!, row, column))),
    changed: count(({ cells }, at) => cells.some((cell, column) => cell !== mended[at]!.base[column])),
    skipped: count(({ isSkipped }) => isSkipped),
  });
}
