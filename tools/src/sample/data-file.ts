import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** Gives the value of a column. */
export type CsvRow = (column: string) => string;

/** Reads a CSV file of `tools/data`. */
export function readCsv(file: string): CsvRow[] {
  const records: Record<string, string>[] = parse(readText(file), { columns: true, bom: true, trim: true });
  return records.map((record) => (column) => {
    const value = record[column];
    if (value === undefined) throw new Error(`${file} has no column "${column}".`);
    return value;
  });
}

/** Reads a JSON file of `tools/data`; the caller states its type. */
export function readJson(file: string): unknown {
  return JSON.parse(readText(file));
}

function readText(file: string): string {
  return readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8');
}
