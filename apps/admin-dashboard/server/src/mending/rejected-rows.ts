import { csvLine } from '@care-atlas/domain/text';
import { parse } from 'csv-parse/sync';
import type { RejectKind } from '#contract/runs';
import { readJsonRows } from './json-rows.js';

/** Why a row is in a rejects file. */
export interface RowFault {
  readonly line: number | null;
  readonly kind: RejectKind;
  /** The positions of the columns at fault. */
  readonly marks: readonly number[];
  readonly reason: string;
}

/** A row of a rejects file. */
export interface RejectedRow extends RowFault {
  readonly cells: readonly string[];
}

/** Rows to write, each with its position in the rejects file. */
export type MendedCells = readonly (readonly [position: number, cells: readonly string[]])[];

/** The rows of a rejects file as a table, in the columns of the file. */
export interface RejectedRows {
  readonly columns: readonly string[];
  readonly rows: readonly RejectedRow[];
  /** Writes rows in the format of the file, without the reasons. @returns also the line of each row */
  write(rows: MendedCells): { readonly text: string; readonly lines: readonly number[] };
}

export const REJECTS_FORMATS = ['csv', 'ndjson', 'geojson'] as const;
export type RejectsFormat = (typeof REJECTS_FORMATS)[number];

/** Reads a rejects file that an import wrote. */
export function readRejectedRows(format: RejectsFormat, content: string): RejectedRows {
  return format === 'csv' ? readCsvRows(content) : readJsonRows(format, content);
}

/** Returns the positions of columns that a reason names, as "phone, website". Names match in any spelling. */
export function marksOf(columns: readonly string[], named: string): readonly number[] {
  const keys = named.split(', ').map(keyOf).filter(Boolean);
  return columns.flatMap((column, position) => (keys.includes(keyOf(column)) ? [position] : []));
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

const REASON_COLUMNS = ['reject_line', 'reject_kind', 'reject_column', 'reject_value', 'reject_reason'];
const LINE_ENDS = /\r\n|\r|\n/g;

function readCsvRows(content: string): RejectedRows {
  const [header = [], ...lines] = parse(content, { bom: true, relax_column_count: true });
  const width = header.indexOf(REASON_COLUMNS[0]!);
  // Values for which there is no column follow the reason.
  const extra = Math.max(0, ...lines.map(({ length }) => length - header.length));
  const names = header.slice(0, width);
  const columns = [...names, ...Array.from({ length: extra }, (_, at) => `+${at + 1}`)];
  const rows = lines.map((line) => {
    const [number, kind, column = '', , reason = ''] = line.slice(width, width + REASON_COLUMNS.length);
    const values = [...line.slice(0, width), ...line.slice(header.length)];
    return {
      cells: columns.map((_, at) => values[at] ?? ''),
      line: number ? Number(number) : null,
      kind: kind === 'row' ? ('row' as const) : ('field' as const),
      marks: marksOf(columns, column),
      reason,
    };
  });
  return {
    columns,
    rows,
    write(written) {
      let text = csvLine(names, '\n');
      let next = 2;
      const ends: number[] = [];
      for (const [, cells] of written) {
        const beyond = cells.slice(width);
        const used = beyond.findLastIndex((cell) => cell !== '') + 1;
        const line = csvLine([...cells.slice(0, width), ...beyond.slice(0, used)], '\n');
        ends.push(next);
        next += line.match(LINE_ENDS)!.length;
        text += line;
      }
      return { text, lines: ends };
    },
  };
}
