import { readFile, stat } from 'node:fs/promises';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { csvLine } from '@care-atlas/domain/text';
import { UnusableInput } from '../rows/unusable-input.js';
import { chunksOfText, type ConvertibleFile } from './conversion.js';
import { zipParts } from './zip-archive.js';

/** The file, and the texts that its cells share, are in memory. Its rows are not. */
const MAX_BYTES = 50_000_000;
const MAX_SHARED_BYTES = 50_000_000;
const SHARED = /(?:^|\/)(?:sharedStrings|styles|workbook)\.xml$/i;
const MIDNIGHT = 'T00:00:00.000Z';

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
  const bytes = await readFile(path);
  let width = 0;
  let lines = 0;
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(textOf);
      while (cells.length > width && cells.at(-1) === '') cells.pop();
      // The header is as wide as the table: later rows leave out the empty cells at their end.
      width ||= cells.length;
      while (cells.length < width) cells.push('');
      yield '\n'.repeat(index - lines) + csvLine(cells, '\n');
      lines = index + 1;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnusableInput(
      `${displayName} is cut off or damaged: its spreadsheet cannot be read (${reason}); save it again.`,
      { cause },
    );
  }
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
