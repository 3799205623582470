import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The style of records, after that of a page. */
export const RECORD_STYLE = readStyle('record.css');
/** The style of results in lists. */
export const RESULT_STYLE = readStyle('result.css');

function readStyle(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../assets', name), 'utf8');
}
