import { readFile, stat } from 'node:fs/promises';
import type { CellValue } from 'hucre/xlsx';
import { csvLine } from '@care-atlas/domain/text';
import { MOST_TITLES } from '../formats/csv-layout.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { chunksOfText, type ConvertibleFile } from './conversion.js';
import { zipParts } from './zip-archive.js';

/** The file, and the texts that its cells share, are in memory. Its rows are not. */
const MAX_BYTES = 50_000_000;
const MAX_SHARED_BYTES = 50_000_000;
const SHARED = /(?:^|\/)(?:sharedStrings|styles|workbook)\.xml$/i;
const MIDNIGHT = 'T00:00:00.000Z';

/** A row of a sheet, without the empty cells at its end, which a row may leave out. */
interface SheetRow {
  /** From 0. */
  readonly index: number;
  readonly cells: readonly string[];
}

/** Yields the first sheet of an Excel workbook as CSV. A row keeps its number as its line. */
export function spreadsheetRows(file: ConvertibleFile): AsyncIterable<Buffer> {
  return chunksOfText(linesOf(file));
}

async function* linesOf(file: ConvertibleFile): AsyncGenerator<string> {
  const { path, displayName } = file;
  const { size } = await stat(path);
  if (size > MAX_BYTES)
    throw new UnusableInput(
      `${displayName} is a spreadsheet of more than ${MAX_BYTES / 1_000_000} MB: save it as CSV in UTF-8.`,
    );
  await requireSizes(file);
  // Imported on demand: few files are spreadsheets.
  const { streamXlsxRows } = await import('hucre/xlsx');
  const bytes = await readFile(path);
  let first: SheetRow[] | undefined = [];
  let width = 0;
  let lines = 0;
  const lineOf = ({ index, cells }: SheetRow) => {
    const empty = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
    const line = '\n'.repeat(index - lines) + csvLine([...cells, ...empty], '\n');
    lines = index + 1;
    return line;
  };
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(textOf);
      const row = { index, cells: cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1) };
      if (!first) yield lineOf(row);
      else if (first.push(row) > MOST_TITLES) {
        width = widthOf(first);
        for (const each of first) yield lineOf(each);
        first = undefined;
      }
    }
    width ||= widthOf(first ?? []);
    for (const each of first ?? []) yield lineOf(each);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnusableInput(
      `${displayName} is cut off or damaged: its spreadsheet cannot be read (${reason}); save it again.`,
      { cause },
    );
  }
}

/** Returns the width of a table: that of its header, which is the first row that is not much narrower than others, as a title is. */
function widthOf(rows: readonly SheetRow[]): number {
  const widest = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return rows.find(({ cells }) => 2 * cells.length > widest)?.cells.length ?? 0;
}

/**
 * Refuses a workbook that unpacks to too much. Its reader unpacks no part to more than the archive says, and those that
 * the archive says nothing of are refused.
 */
async function requireSizes(file: ConvertibleFile): Promise<void> {
  const { displayName, unpacked } = file;
  let shared = 0;
  for (const { name, size, isOpen } of await zipParts(file)) {
    if (isOpen)
      throw new UnusableInput(
        `${displayName} is damaged: its archive does not say the size of ${name}; save it again.`,
      );
    unpacked.admit(name, size);
    if (SHARED.test(name)) shared += size;
  }
  if (shared > MAX_SHARED_BYTES)
    throw new UnusableInput(
      `${displayName} is a spreadsheet with more than ${MAX_SHARED_BYTES / 1_000_000} MB of texts: save it as CSV in UTF-8.`,
    );
}

function textOf(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().replace(MIDNIGHT, '');
  return String(value).replaceAll(/\s+/g, ' ');
}
