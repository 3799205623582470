import { isStorable } from '@care-atlas/domain/text';
import type { MendingPatch } from '#contract/imports/mending';
import type { RejectedRows } from './rejected-rows.js';
import { invalidField } from '../http/dashboard-error.js';

/** More than the longest value that an import takes. */
const MAX_CELL_CHARACTERS = 20_000;

/** Parses changes of rows. @throws DirectoryError `missing_param` when they are not of these rows */
export function parsePatch(body: string, { rows, columns }: RejectedRows): MendingPatch {
  const { rows: changed, skipped } = parsed(body);
  const isRow = (position: string) => /^\d{1,6}$/.test(position) && Number(position) < rows.length;
  const isCells = (cells: unknown) =>
    Array.isArray(cells) &&
    cells.length === columns.length &&
    cells.every((cell) => typeof cell === 'string' && cell.length <= MAX_CELL_CHARACTERS);
  const isWhole =
    Object.keys(changed).every(isRow) &&
    Object.keys(skipped).every(isRow) &&
    Object.values(changed).every(isCells) &&
    Object.values(skipped).every((value) => typeof value === 'boolean');
  if (!isWhole) throw faulty();
  for (const [position, cells] of Object.entries(changed as MendingPatch['rows'])) {
    // What the file itself had stays until somebody changes it: the import cleans it.
    const at = cells.findIndex((cell, i) => !isStorable(cell) && cell !== rows[Number(position)]!.cells[i]);
    if (at < 0) continue;
    throw invalidField(`rows.${position}`, { code: 'unstorable_cell', params: { column: columns[at]! } });
  }
  return { rows: changed, skipped } as MendingPatch;
}

function parsed(body: string): { rows: object; skipped: object } {
  try {
    const { rows, skipped } = JSON.parse(body) as Record<string, unknown>;
    if (isObject(rows) && isObject(skipped)) return { rows, skipped };
  } catch {
    // Reported below.
  }
  throw faulty();
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faulty() {
  return invalidField('body', { code: 'changes_of_other_rows' });
}
