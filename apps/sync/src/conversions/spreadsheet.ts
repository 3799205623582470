import { readFile, stat } from 'node:fs/promises';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { csvLine } from '@care-atlas/domain/text';
import { UnusableInput } from '../rows/unusable-input.js';
import { chunksOfText, type ConvertibleFile } from './conversion.js';

/** The file, and the texts that its cells share, are in memory. Its rows are not. */
const MAX_BYTES = 50_000_000;
const MIDNIGHT = 'T00:00:00.000Z';

/** Yields the first sheet of an Excel workbook as CSV. A row keeps its number as its line. */
export function spreadsheetRows(file: ConvertibleFile): AsyncIterable<Buffer> {
  return chunksOfText(linesOf(file));
}

async function* linesOf({ path, displayName }: ConvertibleFile): AsyncGenerator<string> {
  const { size } = await stat(path);
  if (size > MAX_BYTES)
    throw new UnusableInput(
      `${displayName} is a spreadsheet of more than ${MAX_BYTES / 1_000_000} MB: save it as CSV in UTF-8.`,
    );
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

function textOf(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().replace(MIDNIGHT, '');
  return String(value).replaceAll(/\s+/g, ' ');
}
