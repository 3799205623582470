import { readFileSync } from 'node:fs';
import { wordFiles } from './word-data.js';

it.each([...wordFiles()])('%s matches the data that it is made of', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
