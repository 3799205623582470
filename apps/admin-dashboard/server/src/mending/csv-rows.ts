import { csvLine } from '@care-atlas/domain/text';
import { parse } from 'csv-parse/sync';
import { allMarks, faultsOf, marksOf, type RejectedRows } from './rejected-rows.js';

const [FIRST, DETAILS] = ['reject_line', 'reject_details'];
const LINE_ENDS = /\r\n|\r|\n/g;

/** Reads rejected rows in CSV. Values for which there is no column get columns of their own. */
export function readCsvRows(content: string): RejectedRows {
  const [header = [], ...lines] = parse(content, { bom: true, relax_column_count: true });
  const width = header.indexOf(FIRST!);
  const detailed = header.indexOf(DETAILS!);
  // Values for which there is no column follow the reason.
  const extra = Math.max(0, ...lines.map(({ length }) => length - header.length));
  const names = header.slice(0, width);
  const columns = [...names, ...Array.from({ length: extra }, (_, at) => `+${at + 1}`)];
  const rows = lines.map((line) => {
    const [number, kind, column = '', , reason = ''] = line.slice(width);
    const values = [...line.slice(0, width), ...line.slice(header.length)];
    const details = detailed === -1 ? '' : line[detailed];
    const faults = faultsOf(columns, details ? JSON.parse(details) : []);
    return {
      cells: columns.map((_, at) => values[at] ?? ''),
      line: number ? Number(number) : null,
      kind: kind === 'row' ? ('row' as const) : ('field' as const),
      marks: allMarks(marksOf(columns, column), faults),
      reason,
      faults,
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
