import type { Mending } from '#contract/imports/mending';
import { TEXTS } from '../language/texts.js';
import type { CellPlace } from './mending-row.js';
import { isMarked, suggestionsOf } from './row-faults.js';
import type { EditedRow } from './use-mended-rows.js';

const { mending: strings } = TEXTS;

/** Writes pasted cells from a place on, to the right and below. Skipped rows stay as they are. */
export function pasteInto(
  rows: readonly EditedRow[],
  { row: top, column: start }: CellPlace,
  pasted: readonly (readonly string[])[],
) {
  const changed = new Map<number, EditedRow>();
  let [count, left] = [0, 0];
  for (const [at, values] of pasted.entries()) {
    const row = rows[top + at];
    const room = row && !row.isSkipped ? row.cells.length - start : 0;
    const fitting = values.slice(0, room);
    count += fitting.length;
    left += values.length - fitting.length;
    if (!row || fitting.length === 0) continue;
    const cells = row.cells.map((cell, column) => fitting[column - start] ?? cell);
    changed.set(top + at, { ...row, cells });
  }
  return { changed, count, left };
}

/** Returns the marked cells that say the same as one that was changed, with its new value. */
export function alikeCells({ rows: mended, columns }: Mending, rows: readonly EditedRow[], last: CellPlace) {
  const { column } = last;
  const [from, to] = [mended[last.row]!.base[column]!, rows[last.row]!.cells[column]!];
  const changed = new Map<number, EditedRow>();
  for (const [position, row] of rows.entries()) {
    if (to === from || row.cells[column] !== from || !isMarked(mended[position]!, row, column)) continue;
    changed.set(position, { ...row, cells: row.cells.with(column, to) });
  }
  return {
    changed,
    texts: { column: columns[column]!, from: from || strings.emptyCell, to: to || strings.emptyCell },
  };
}

export const NOTHING: ReadonlyMap<number, EditedRow> = new Map();

/** Returns the rows with the suggestions of all marked cells that have one suggestion only. */
export function certainSuggestions({ rows: mended, columns }: Mending, rows: readonly EditedRow[]) {
  const changed = new Map<number, EditedRow>();
  let count = 0;
  for (const [position, row] of rows.entries()) {
    const { faults } = mended[position]!;
    if (faults.length === 0) continue;
    const cells = row.cells.map((cell, column) => {
      const [suggestion, ...others] = suggestionsOf(mended[position]!, column);
      if (suggestion === undefined || others.length > 0 || !isMarked(mended[position]!, row, column))
        return cell;
      count++;
      return suggestion;
    });
    if (columns.some((_, column) => cells[column] !== row.cells[column]))
      changed.set(position, { ...row, cells });
  }
  return { changed, count };
}
