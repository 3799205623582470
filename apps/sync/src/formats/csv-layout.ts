import { parse } from 'csv-parse/sync';
import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';

/** How much of a file is searched for its header, in bytes. */
export const LAYOUT_BYTES = 65_536;
/** The titles above a header are few. */
export const MOST_TITLES = 20;
const LINE_END = /\r\n|\r|\n/g;

/** How any values are parsed. For the parser, an empty line is a record of another length: an error, which takes time. */
export const CSV_OPTIONS = {
  bom: true,
  trim: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} as const;

/** What separates values, with its name in messages. The first is the usual one. */
const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' } as const;
export type Separator = keyof typeof SEPARATORS;

/** Where the header of a file is, and what separates its values. */
export interface CsvLayout {
  readonly separator: Separator;
  /** The rows above the header: titles, and the line `sep=;` of Excel. */
  readonly titles: number;
}

/** A row that may be the header. */
interface Candidate extends CsvLayout {
  readonly hasNeeded: boolean;
  /** The number of columns that have a meaning. */
  readonly known: number;
  /** The number of columns. */
  readonly width: number;
}

/**
 * Finds the header of a file: the first row that has all the needed columns, or else of the rows with the most columns that
 * have a meaning the first that is not much narrower than the others, as a title is; or a row above it that is as wide, because values
 * may be names of columns. At least one row is below it.
 * @param head the beginning of the file
 * @param isWhole whether that is all of it
 */
export function csvLayoutOf(head: string, isWhole: boolean, shape: RowShape): CsvLayout {
  const text = isWhole ? head : completeLines(head);
  const bySeparator = separators().map((separator) => candidatesOf(text, separator, shape));
  const complete = bySeparator.flat().find(({ hasNeeded }) => hasNeeded);
  const candidates = bySeparator.flatMap((rows) => (isWhole && rows.length > 1 ? rows.slice(0, -1) : rows));
  const most = Math.max(...candidates.map(({ known }) => known));
  const likely = candidates.filter(({ known }) => known === most);
  const widest = Math.max(...likely.map(({ width }) => width));
  const best =
    complete ??
    firstAsWide(
      likely.find(({ width }) => 2 * width > widest),
      candidates,
    );
  const { separator, titles } = best ?? { separator: ',', titles: 0 };
  return { separator, titles };
}

/** Returns the first row with the same separator that is as wide as the likely header; a title of one cell is not. */
function firstAsWide(likely: Candidate | undefined, candidates: readonly Candidate[]): Candidate | undefined {
  const least = Math.max(2, likely?.width ?? 0);
  return (
    candidates.find(({ separator, width }) => separator === likely?.separator && width >= least) ?? likely
  );
}

export function separatorName(separator: Separator): string {
  return SEPARATORS[separator];
}

function separators(): readonly Separator[] {
  return Object.keys(SEPARATORS) as Separator[];
}

function completeLines(head: string): string {
  const last = Array.from(head.matchAll(LINE_END)).at(-1);
  return last ? head.slice(0, last.index) : '';
}

function candidatesOf(text: string, separator: Separator, shape: RowShape): readonly Candidate[] {
  const known = new Set([...Object.keys(shape.columns), ...(shape.otherNames ?? [])].map(columnKey));
  const needs = shape.needs.map((group) => group.map(columnKey));
  return rowsOf(text, separator).map((cells, titles) => {
    const keys = new Set(cells.map(columnKey));
    return {
      separator,
      titles,
      hasNeeded: needs.length > 0 && needs.every((group) => group.some((column) => keys.has(column))),
      known: [...keys].filter((key) => known.has(key)).length,
      width: cells.filter((cell) => cell !== '').length,
    };
  });
}

/** Returns the first rows, up to a fault, which the reader of the whole file reports. */
function rowsOf(text: string, separator: Separator): readonly string[][] {
  const rows: string[][] = [];
  try {
    parse(text, {
      ...CSV_OPTIONS,
      delimiter: separator,
      to: MOST_TITLES + 1,
      on_record: (cells: string[]) => {
        rows.push(cells);
        return cells;
      },
    });
  } catch {
    // The reader of the whole file reports the fault with its line.
  }
  return rows;
}
