import { readFileSync } from 'node:fs';
import { RELEASE } from './release.js';

it.each(['../../package.json', '../../../../package.json'])('is the version in %s', (file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect((JSON.parse(text) as { version: string }).version).toBe(RELEASE);
});
