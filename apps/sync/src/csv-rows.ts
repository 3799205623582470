import { pipeline, Readable } from 'node:stream';
import { CsvError, type CsvErrorCode, parse } from 'csv-parse';
import { CsvRow } from './csv-row.js';
import { UnusableInput } from './unusable-input.js';

/** More than any honest row, less than what a quote that is never closed would gather. */
const ROW_CHARACTERS = 1_000_000;
const LINE_ENDS = /\r\n|\r|\n/g;

/**
 * Reads comma-separated values with a line of column names: UTF-8 with or without a byte order mark, any line
 * ends, values in double quotes where needed. The order of the columns is free; others than those asked for, and
 * lines without any value, are passed over. One row at a time is in memory.
 * @param path names the file in messages
 * @throws UnusableInput when a column is missing, when a row has too many or too few values, when there is no row
 */
export async function* csvRows(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  wanted: readonly string[],
): AsyncGenerator<CsvRow> {
  let columns: ReadonlyMap<string, number> | undefined;
  let width = 0;
  let nextLine = 1;
  let rows = 0;
  for await (const cells of records(path, bytes)) {
    const line = nextLine;
    nextLine += 1 + cells.reduce((ends, cell) => ends + (cell.match(LINE_ENDS)?.length ?? 0), 0);
    if (cells.every((cell) => cell === '')) continue;
    if (!columns) {
      columns = columnsOf(path, line, cells, wanted);
      width = cells.length;
      continue;
    }
    if (cells.length !== width) {
      const counts = `${cells.length} values, but the line of column names has ${width}`;
      throw new UnusableInput(`${path}, line ${line}: there are ${counts}; quote values that hold a comma.`);
    }
    rows++;
    yield new CsvRow(path, line, columns, cells);
  }
  if (!columns) throw new UnusableInput(`${path} is empty: a line of column names and rows are expected.`);
  if (rows === 0) throw new UnusableInput(`${path} has no rows below its line of column names.`);
}

async function* records(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, trim: true, relax_column_count: true, max_record_size: ROW_CHARACTERS });
  // Destroys each when the other ends early; what went wrong comes out of the parser.
  pipeline(Readable.from(bytes, { objectMode: false }), parser, () => undefined);
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const says = SYNTAX_FAULTS[error.code] ?? error.message;
    throw new UnusableInput(`${path}, line ${String(error['lines'])}: ${says}.`, { cause: error });
  }
}

/** In our words, and with what to do about it. */
const SYNTAX_FAULTS: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a double quote opens here and is never closed',
  CSV_MAX_RECORD_SIZE: `a row has more than ${ROW_CHARACTERS} characters, as if a double quote were never closed`,
  INVALID_OPENING_QUOTE: 'there is a double quote inside a value: put the value in quotes and write it twice',
  CSV_INVALID_CLOSING_QUOTE: 'after the double quote that closes a value, a comma or a new line must follow',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'after the double quote that closes a value, a comma or a new line must follow',
};

function columnsOf(
  path: string,
  line: number,
  names: readonly string[],
  wanted: readonly string[],
): ReadonlyMap<string, number> {
  const missing = wanted.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    const lacks = missing.length === 1 ? 'the column' : 'the columns';
    const are = missing.length === 1 ? 'is' : 'are';
    const needs = `this line must name ${wanted.join(', ')}, separated by commas`;
    throw new UnusableInput(
      `${path}, line ${line}: ${lacks} ${missing.join(', ')} ${are} missing; ${needs}.`,
    );
  }
  const twice = wanted.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (twice) throw new UnusableInput(`${path}, line ${line}: the column ${twice} is there twice.`);
  return new Map(wanted.map((column) => [column, names.indexOf(column)]));
}
