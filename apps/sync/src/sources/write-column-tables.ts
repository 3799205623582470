import { readFile, writeFile } from 'node:fs/promises';
import { withColumnTables } from './column-table.js';
import { SOURCES } from './source-table.js';

const DOCUMENT = new URL('../../../../docs/operate/import-columns.md', import.meta.url);

await writeFile(DOCUMENT, withColumnTables(await readFile(DOCUMENT, 'utf8'), SOURCES));
