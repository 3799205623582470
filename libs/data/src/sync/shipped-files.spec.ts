import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SHIPPED_FILES } from './shipped-files.js';

const FOLDER = resolve(import.meta.dirname, '../../../../tools/data');

it.each(SHIPPED_FILES)('$fileName is as it is described', async ({ fileName, bytes, fileHash }) => {
  const content = await readFile(resolve(FOLDER, fileName));
  expect(content.length).toBe(bytes);
  expect(createHash('sha256').update(content).digest('hex')).toBe(fileHash);
});
