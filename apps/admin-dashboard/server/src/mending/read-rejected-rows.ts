import { readCsvRows } from './csv-rows.js';
import { readJsonRows } from './json-rows.js';
import type { RejectedRows, RejectsFormat } from './rejected-rows.js';

/** Reads a rejects file that an import wrote. */
export function readRejectedRows(format: RejectsFormat, content: string): RejectedRows {
  return format === 'csv' ? readCsvRows(content) : readJsonRows(format, content);
}
