import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The style of records, after that of a page. */
export const RECORD_STYLE = readFileSync(join(import.meta.dirname, '../../assets/record.css'), 'utf8');
