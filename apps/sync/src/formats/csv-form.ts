import { CsvError, type CsvErrorCode, type Parser, parse } from 'csv-parse';
import { Columns } from './columns.js';
import type { InputForm, RejectedRow, RejectsForm } from './input-form.js';
import { InputRow } from './input-row.js';
import { RowFault } from './row-fault.js';
import type { SourceShape } from '../sources/source.js';
import { UnusableInput } from './unusable-input.js';

/** More than any honest row, less than what a quote that is never closed would gather. */
const ROW_CHARACTERS = 1_000_000;
const LINE_ENDS = /\r\n|\r|\n/g;
const LINE_FEED = 0x0a;
const REJECT_COLUMNS = ['reject_line', 'reject_column', 'reject_value', 'reject_reason'];

/**
 * Comma-separated values with a line of column names: UTF-8 with or without a byte order mark, any line ends, values
 * in double quotes where needed. The order of the columns is free; columns that the source does not know, and lines
 * without any value, are passed over.
 */
export class CsvForm implements InputForm {
  readonly format = 'CSV';
  readonly counts = 'line';
  #header: readonly string[] = [];
  #columns: Columns | undefined;
  #nextLine = 1;

  /** @param path names the file in messages */
  constructor(
    private readonly path: string,
    private readonly shape: SourceShape,
  ) {}

  /** @throws UnusableInput when a column is missing, when the last row is cut off, when there is no row */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    let rows = 0;
    // The last row is held back until it is known whether the file ends there.
    let last: InputRow | undefined;
    let lastByte = LINE_FEED;
    const noted = noting(bytes, (byte) => (lastByte = byte));
    for await (const records of this.#records(noted)) {
      const batch: InputRow[] = last ? [last] : [];
      for (const cells of records) {
        const row = this.#rowOf(cells);
        if (row) batch.push(row);
      }
      last = batch.pop();
      rows += batch.length;
      if (batch.length > 0) yield batch;
    }
    if (!this.#columns)
      throw new UnusableInput(`${this.path} is empty: a line of column names and rows are expected.`);
    if (!last) throw new UnusableInput(`${this.path} has no rows below its line of column names.`);
    if (last.fault && lastByte !== LINE_FEED)
      throw new UnusableInput(`${this.path} is cut off: its last row, on line ${last.line}, is not whole.`);
    yield [last];
  }

  async *#records(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly string[][]> {
    const parser = parse({
      bom: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: ROW_CHARACTERS,
    });
    let fault: unknown;
    parser.on('error', (error) => (fault = error));
    try {
      for await (const chunk of bytes) {
        parser.write(chunk);
        const records = recordsIn(parser);
        if (fault) throw this.#inputFaultOf(fault);
        if (records.length > 0) yield records;
      }
      parser.end();
      const records = recordsIn(parser);
      // A wrong quote at the end is told a moment later.
      await new Promise(setImmediate);
      if (fault) throw this.#inputFaultOf(fault);
      if (records.length > 0) yield records;
    } finally {
      parser.destroy();
    }
  }

  #inputFaultOf(error: unknown): unknown {
    if (!(error instanceof CsvError)) return error;
    const says = SYNTAX_FAULTS[error.code] ?? error.message;
    return new UnusableInput(`${this.path}, line ${String(error['lines'])}: ${says}.`, { cause: error });
  }

  #rowOf(cells: readonly string[]): InputRow | undefined {
    const line = this.#nextLine;
    const lineEnds = lineEndsIn(cells);
    this.#nextLine += 1 + lineEnds;
    if (cells.every((cell) => cell === '')) return undefined;
    if (!this.#columns) {
      const { columns, needs } = this.shape;
      this.#columns = Columns.ofHeader(`${this.path}, line ${line}`, cells, Object.keys(columns), needs);
      this.#header = cells;
      return undefined;
    }
    const fault = this.#faultOf(cells, lineEnds > 0);
    const certain = fault ? this.#certainCells(cells) : cells;
    return new InputRow(line, this.#columns, certain, cells, fault, lineEnds > 0);
  }

  #faultOf(cells: readonly string[], hasLineEnds: boolean): RowFault | undefined {
    if (cells.length === this.#header.length) {
      if (!hasLineEnds || !cells.some(isSwallowed)) return undefined;
      return new RowFault(
        '',
        cells.join(','),
        'A double quote in the row swallows the row after it: close it.',
      );
    }
    const counts = `${cells.length} values, but the line of column names has ${this.#header.length}`;
    return new RowFault('', cells.join(','), `The row has ${counts}: quote values that hold a comma.`);
  }

  /**
   * Returns the cells of a row with too few or too many that are where they belong: the first at most, and not even
   * that one where the row was cut inside it or another row runs into this one.
   */
  #certainCells(cells: readonly string[]): readonly string[] {
    const width = this.#header.length;
    // Where another whole row would begin, its first value follows what is left of this row.
    const seam = cells[cells.length - width];
    const isTwoRows = cells.length >= 2 * width - 1 || (seam !== undefined && /\d$/.test(seam));
    return cells.length === 1 || isTwoRows ? [] : cells.slice(0, 1);
  }

  get rejects(): RejectsForm {
    const kept = this.#header.flatMap((name, index) => (REJECT_COLUMNS.includes(name) ? [] : [index]));
    return {
      extension: 'csv',
      head: () => csvLine([...kept.map((index) => this.#header[index]!), ...REJECT_COLUMNS]),
      row: (original, { line, column, value, reason }: RejectedRow) => {
        const cells = original as readonly string[];
        const beyond = cells.slice(this.#header.length);
        return csvLine([
          ...kept.map((index) => cells[index] ?? ''),
          String(line),
          column,
          value,
          reason,
          ...beyond,
        ]);
      },
      between: '',
      foot: () => '',
    };
  }
}

async function* noting(
  bytes: AsyncIterable<Buffer>,
  note: (lastByte: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    if (chunk.length > 0) note(chunk[chunk.length - 1]!);
    yield chunk;
  }
}

/** What the parser has made of the text so far; it never waits. */
function recordsIn(parser: Parser): string[][] {
  const records: string[][] = [];
  for (;;) {
    const record = parser.read() as string[] | null;
    if (record === null) return records;
    records.push(record);
  }
}

function lineEndsIn(cells: readonly string[]): number {
  let ends = 0;
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) ends += cell.match(LINE_ENDS)?.length ?? 0;
  return ends;
}

/**
 * Whether a value holds the end of its row and the beginning of another, as after a double quote that is closed too
 * late: together they have as many commas as the values before and after this one leave out.
 */
function isSwallowed(cell: string, index: number, { length }: readonly string[]): boolean {
  const commas = cell.split(LINE_ENDS).map((line) => line.split(',').length - 1);
  return (
    commas.length > 1 &&
    commas.every((count, at) => {
      if (at === 0) return count === length - 1 - index;
      return count === (at === commas.length - 1 ? index : length - 1);
    })
  );
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const AFTER_QUOTE =
  'a double quote ends a value and more follows before the comma; in a value in double quotes, write a double quote twice';

/** In our words, and with what to do about it. A double quote inside a value without quotes is read as it stands. */
const SYNTAX_FAULTS: Partial<Record<CsvErrorCode, string>> = {
  CSV_INVALID_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_QUOTE_NOT_CLOSED:
    'a double quote opens here and is never closed, as if the end of the file were cut off',
  CSV_MAX_RECORD_SIZE: `a row has more than ${ROW_CHARACTERS} characters, as if a double quote were never closed`,
};
