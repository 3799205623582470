import type { SyncReject } from '@care-atlas/data/sync';
import { detectFormat } from '../formats/detect-format.js';
import type { SourceFile } from '../conversions/source-file.js';
import { maskText } from '../rows/identity-number.js';
import { columnKey, type RowColumns } from '../rows/columns.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { DoubtfulFields } from '../run/doubtful-fields.js';
import { FileRows } from '../run/file-rows.js';
import type { RecordWriter, Source } from '../sources/source.js';
import { guessableNames } from './column-guesses.js';
import type { ColumnMap } from '../mapping/column-map.js';
import { formatOf } from '../mapping/mapped-format.js';

const SHOWN_VALUES = 3;
/** How many different values decide what a column likely is. */
const SAMPLE_VALUES = 50;
/** How many rows are searched for values. */
const SAMPLE_ROWS = 1000;

/** How an import reads one column of a file. */
export interface FileColumn {
  /** Its name as an import shows it; empty for faults of whole rows. */
  readonly column: string;
  /** Its name in the file. */
  readonly name: string;
  /** False for a column that rows need and the file lacks. */
  readonly inFile: boolean;
  /** The column of the source; null when the column is not read. */
  readonly readAs: string | null;
  /** The most similar column of the source, of a column that is not read. */
  readonly nearest: string | null;
  /** The first values that differ, and more of them, by which guesses are made. */
  readonly values: readonly string[];
  readonly samples: readonly string[];
  /** Rows whose value is not understood. */
  readonly badRows: number;
  /** The first of these values that differ, each with the reason. */
  readonly badValues: readonly { readonly value: string; readonly reason: string }[];
}

/** How an import reads the columns of a file. */
export interface FileColumns {
  readonly source: string;
  readonly file: string;
  readonly map: string | null;
  readonly rows: number;
  readonly columns: readonly FileColumn[];
  /** Why the file cannot be imported; null when its rows can be read. */
  readonly fault: string | null;
}

/**
 * Reads a file as an import does, without a database.
 * @throws UnusableInput when the file has no readable columns
 */
export async function columnsOf(
  file: SourceFile,
  source: Source,
  map: ColumnMap | undefined,
  now: Date,
): Promise<FileColumns> {
  const shape = map?.shapeOf(source) ?? source;
  // A header is known by the names that columns have in files.
  const header = { needs: [], otherNames: [...guessableNames(), ...Object.keys(shape.columns)] };
  const anyColumns = { ...source, ...header };
  const found = await columnsIn(file, { ...anyColumns, columns: shape.columns });
  const unknown = new Map(found.unknown.map(({ column, nearest }) => [column, nearest]));
  const known = Object.keys(shape.columns).filter((column) => !found.isAbsent(column));
  // Without columns of the source, all have the names that the file gives them.
  const all = await columnsIn(file, { ...anyColumns, columns: {} });
  const names = new Map(all.unknown.map(({ column }) => [columnKey(column), column]));
  const samples = await firstValues(file, anyColumns, [...known, ...unknown.keys()]);
  const { fault, ...faults } = await faultsIn(file, source, map, now);
  return {
    source: source.name,
    file: file.name,
    map: map?.name ?? null,
    rows: fault === null ? faults.rows : await rowsIn(file, anyColumns),
    columns: [...new Set([...samples.keys(), ...faults.counts.keys()])].map((column) => ({
      column,
      name: names.get(columnKey(column)) ?? column,
      inFile: samples.has(column),
      readAs: unknown.has(column) ? null : fieldOf(column, map),
      nearest: unknown.get(column) ?? null,
      values: (samples.get(column) ?? []).slice(0, SHOWN_VALUES),
      samples: samples.get(column) ?? [],
      badRows: faults.counts.get(column) ?? 0,
      badValues: Array.from(faults.values.get(column) ?? [], ([value, reason]) => ({ value, reason })),
    })),
    fault,
  };
}

function fieldOf(column: string, map: ColumnMap | undefined): string | null {
  const fields = map?.fieldsOf(column) ?? [column];
  return fields.length === 0 ? null : fields.join(', ');
}

/** Returns the columns of a file: those of its header, or of all its rows. */
async function columnsIn(file: SourceFile, source: Source): Promise<RowColumns> {
  let columns: RowColumns | undefined;
  for await (const [row] of detectFormat(file, source).rows(file.bytes())) {
    columns = row?.columns;
    if (columns?.isHeader) break;
  }
  if (columns) return columns;
  throw new UnusableInput(`${file.displayName} has no rows.`);
}

/** Returns the number of rows of a file, whatever its columns are. */
async function rowsIn(file: SourceFile, source: Source): Promise<number> {
  let rows = 0;
  try {
    for await (const batch of detectFormat(file, source).rows(file.bytes())) rows += batch.length;
  } catch (error) {
    // The file may be damaged after these rows, which its fault says.
    if (!(error instanceof UnusableInput)) throw error;
  }
  return rows;
}

/** Returns the first values of columns, in the order of the file. */
async function firstValues(
  file: SourceFile,
  source: Source,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = Object.fromEntries(names.map((name) => [name, '']));
  const values = new Map(names.map((name) => [name, new Set<string>()]));
  let order = new Map<string, number>();
  let rows = 0;
  for await (const batch of detectFormat(file, { ...source, columns }).rows(file.bytes())) {
    for (const row of batch) {
      order = new Map(names.map((name) => [name, row.columns.position(name)]));
      for (const [name, set] of values) {
        const value = row.cells[order.get(name)!] ?? '';
        if (value !== '' && set.size < SAMPLE_VALUES) set.add(maskText(value, name));
      }
    }
    rows += batch.length;
    if (rows >= SAMPLE_ROWS) break;
  }
  const sorted = names.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return new Map(sorted.map((name) => [name, [...values.get(name)!]]));
}

const drain = async (rows: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> => {
  for await (const _ of rows);
};
/** Reads every record and writes none. */
const NO_WRITER: RecordWriter = {
  stations: drain,
  clinics: drain,
  register: drain,
  services: drain,
  reviews: drain,
  availability: drain,
};

/** What an import would refuse, leave out or read in part. */
interface FoundFaults {
  readonly rows: number;
  /** Why the file cannot be imported; null when its rows can be read. */
  readonly fault: string | null;
  /** The number of rows by column. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first reasons by value, by column. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Reads a file as an import does, without writing anything. */
async function faultsIn(
  file: SourceFile,
  source: Source,
  map: ColumnMap | undefined,
  now: Date,
): Promise<FoundFaults> {
  const counts = new Map<string, number>();
  const values = new Map<string, Map<string, string>>();
  const collect = ({ faults = [] }: Pick<SyncReject, 'faults'>) => {
    for (const { column, value, reason } of faults) {
      counts.set(column, (counts.get(column) ?? 0) + 1);
      const known = values.get(column) ?? new Map<string, string>();
      values.set(column, known);
      if (known.size < SHOWN_VALUES && !known.has(value)) known.set(value, reason);
    }
  };
  const writer = { reject: collect, note: collect, skip: () => undefined };
  const rejects = { add: () => undefined, drain: () => Promise.resolve() };
  const format = formatOf(file, source, map);
  const rows = new FileRows(format, file.bytes(), writer, rejects, false, new DoubtfulFields([]));
  let fault: string | null = null;
  try {
    await source.write(rows, NO_WRITER, { complete: false, now });
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    fault = error.message;
  }
  return { rows: rows.count, fault, counts, values };
}
