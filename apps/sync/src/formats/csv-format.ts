import { csvLine } from '@care-atlas/domain/text';
import { CsvError, type CsvErrorCode, parse } from 'csv-parse';
import { Columns } from '../rows/columns.js';
import { maskText } from '../rows/identity-number.js';
import { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { beginningOf, tapped } from './byte-stream.js';
import { CSV_OPTIONS, type CsvLayout, csvLayoutOf, LAYOUT_BYTES, separatorName } from './csv-layout.js';
import { type InputFormat, MAX_RECORD_CHARACTERS, type RejectsFormat } from './input-format.js';

const BATCH_ROWS = 1000;
const LINE_ENDS = /\r\n|\r|\n/g;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const REJECT_COLUMNS = [
  'reject_line',
  'reject_kind',
  'reject_column',
  'reject_value',
  'reject_reason',
  'reject_details',
];

interface CsvRecord {
  readonly cells: readonly string[];
  /** The number of empty lines above it. */
  readonly emptyLines: number;
}

/**
 * Values that are separated by commas, semicolons, tabs or vertical bars, with a header, above which titles may be: UTF-8
 * with or without a byte order mark, any line ends, values in double quotes where needed. The columns may be in any order.
 * Columns that the source does not have, and lines without a value, are ignored.
 */
export class CsvFormat implements InputFormat {
  #header: readonly string[] = [];
  #columns: Columns | undefined;
  #layout: CsvLayout = { separator: ',', titles: 0 };
  /** The number of rows so far, up to the header. */
  #above = 0;
  /** The line on which the next row begins, without the empty lines. */
  #nextLine = 1;
  #emptyLines = 0;

  /** @param path names the file in messages */
  constructor(
    private readonly path: string,
    private readonly shape: RowShape,
  ) {}

  /** @throws UnusableInput when a column is missing, the last row is cut off, or there is no row */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    // The last row is not yielded before the end: whether it is cut off shows only there.
    let last: InputRow | undefined;
    let lastByte = LINE_FEED;
    let lineBytes = 0;
    const { head, isWhole, all } = await beginningOf(bytes, LAYOUT_BYTES);
    this.#layout = csvLayoutOf(head.toString(), isWhole, this.shape);
    const source = tapped(all, (chunk) => {
      lastByte = chunk.at(-1) ?? lastByte;
      const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN));
      lineBytes = end === -1 ? lineBytes + chunk.length : chunk.length - 1 - end;
      // The parser limits the values of a row, but not their number.
      if (lineBytes > MAX_RECORD_CHARACTERS) throw this.#tooLong();
    });
    for await (const records of this.#records(source)) {
      const batch: InputRow[] = last ? [last] : [];
      for (const record of records) {
        const row = this.#rowOf(record);
        if (row) batch.push(row);
      }
      last = batch.pop();
      if (batch.length > 0) yield batch;
    }
    if (!this.#columns) throw new UnusableInput(`${this.path} is empty: a header and rows are expected.`);
    if (!last) throw new UnusableInput(`${this.path} has no rows below its header.`);
    if (last.fault && lastByte !== LINE_FEED)
      throw new UnusableInput(`${this.path} is cut off: its last row, on line ${last.line}, is incomplete.`);
    yield [last];
  }

  async *#records(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRecord[]> {
    let records: CsvRecord[] = [];
    const parser = parse({
      ...CSV_OPTIONS,
      delimiter: this.#layout.separator,
      max_record_size: MAX_RECORD_CHARACTERS,
      // Nothing is passed on: to read millions of short records from a stream one by one takes minutes.
      on_record: (cells: string[]) => void records.push({ cells, emptyLines: parser.info.empty_lines }),
    });
    let fault: unknown;
    parser.on('error', (error) => (fault ??= error));
    const taken = () => {
      const complete = records;
      records = [];
      this.#emptyLines = parser.info.empty_lines;
      if (fault) throw this.#inputFaultOf(fault, complete);
      return complete;
    };
    try {
      for await (const chunk of bytes) {
        parser.write(chunk);
        yield* inBatches(taken());
      }
      parser.end();
      // The parser reports a wrong quote at the end a moment later.
      await new Promise(setImmediate);
      yield* inBatches(taken());
    } finally {
      parser.destroy();
    }
  }

  /** @param records the complete rows before the fault */
  #inputFaultOf(error: unknown, records: readonly CsvRecord[]): unknown {
    if (!(error instanceof CsvError)) return error;
    for (const record of records) this.#rowOf(record);
    if (error.code === 'CSV_MAX_RECORD_SIZE') return this.#tooLong(error);
    const fault = SYNTAX_FAULTS[error.code] ?? error.message;
    return new UnusableInput(`${this.path}, line ${String(error['lines'])}: ${fault}.`, { cause: error });
  }

  #tooLong(cause?: CsvError): UnusableInput {
    return new UnusableInput(
      `${this.path}, line ${this.#nextLine + this.#emptyLines}: the row that begins here has more than ${MAX_RECORD_CHARACTERS} ` +
        'characters: check for a double quote that is never closed, or a missing line end.',
      { cause },
    );
  }

  #rowOf({ cells, emptyLines }: CsvRecord): InputRow | undefined {
    const line = this.#nextLine + emptyLines;
    const lineEnds = lineEndsIn(cells);
    this.#nextLine += 1 + lineEnds;
    if (this.#above++ < this.#layout.titles) return undefined;
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
      const { separator } = this.#layout;
      if (!hasLineEnds || !cells.some((cell, at) => spansRows(cell, at, cells.length, separator)))
        return undefined;
      return new RowFault(
        '',
        cells.join(','),
        'A double quote in this row is closed in a later row: close it in this one.',
      );
    }
    const counts = `${cells.length} values, but the header has ${this.#header.length} columns`;
    const remedy = `quote values that contain a ${separatorName(this.#layout.separator)}`;
    // Rows with other line ends than the header are one row for the parser, in which two values meet at each end of a line.
    const { length: width } = this.#header;
    const isJoined =
      cells.length > width && (hasLineEnds || (width > 2 && (cells.length - 1) % (width - 1) === 0));
    return new RowFault(
      '',
      cells.join(','),
      isJoined
        ? `The row has ${counts}. If it is several rows, save the file with the same line ends (LF or CRLF) in all lines; else ${remedy}.`
        : `The row has ${counts}: ${remedy}.`,
    );
  }

  /**
   * Returns the certain cells of a row with too few or too many: the first, unless the row was cut inside it or another
   * row follows on the same line.
   */
  #certainCells(cells: readonly string[]): readonly string[] {
    const width = this.#header.length;
    // If another complete row follows, its first value is joined to the last value of this row.
    const seam = cells[cells.length - width];
    const isTwoRows = cells.length >= 2 * width - 1 || (seam !== undefined && /\d$/.test(seam));
    return cells.length === 1 || isTwoRows ? [] : cells.slice(0, 1);
  }

  get rejects(): RejectsFormat {
    const kept = this.#header.flatMap((name, index) => (REJECT_COLUMNS.includes(name) ? [] : [index]));
    return {
      extension: 'csv',
      head: () => csvLine([...kept.map((index) => this.#header[index]!), ...REJECT_COLUMNS], '\n'),
      row: (original, { kind, line, column, value, reason, faults }) => {
        const cells = original as readonly string[];
        const beyond = cells.slice(this.#header.length);
        return csvLine(
          [
            ...kept.map((index) => maskText(cells[index] ?? '', this.#header[index])),
            String(line),
            kind,
            column,
            value,
            reason,
            faults ? JSON.stringify(faults) : '',
            ...beyond.map((cell) => maskText(cell)),
          ],
          '\n',
        );
      },
      separator: '',
      foot: () => '',
    };
  }
}

/** Short records are many: their rows are in memory together. */
function* inBatches(records: readonly CsvRecord[]): Generator<readonly CsvRecord[]> {
  for (let at = 0; at < records.length; at += BATCH_ROWS) yield records.slice(at, at + BATCH_ROWS);
}

function lineEndsIn(cells: readonly string[]): number {
  let ends = 0;
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) ends += cell.match(LINE_ENDS)?.length ?? 0;
  return ends;
}

/**
 * Returns whether a value contains the end of its row and the beginning of another, as after a double quote that is
 * closed too late: its lines then have as many separators as are missing before and after the value.
 * @param length the number of values of a row
 */
function spansRows(cell: string, index: number, length: number, separator: string): boolean {
  const separators = cell.split(LINE_ENDS).map((line) => line.split(separator).length - 1);
  return (
    separators.length > 1 &&
    separators.every((count, at) => {
      if (at === 0) return count === length - 1 - index;
      return count === (at === separators.length - 1 ? index : length - 1);
    })
  );
}

const AFTER_QUOTE =
  'text follows the double quote that ends a value; inside a quoted value, write a double quote twice';

/** Syntax errors with their remedies. A double quote inside an unquoted value is no error. */
const SYNTAX_FAULTS: Partial<Record<CsvErrorCode, string>> = {
  CSV_INVALID_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_QUOTE_NOT_CLOSED: 'a double quote opens here and is never closed: close it, or fetch the file again',
};
