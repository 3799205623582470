import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, excessText, limitText, readLimits } from './read-limits.js';

it('the defaults are those of the configuration', async () => {
  const path = join(import.meta.dirname, '../../../../docs/operate/configuration.md');
  const rows = (await readFile(path, 'utf8')).matchAll(
    /^\| `(IMPORT_(?:MEMORY|MINUTES|UNPACKED)\w*)`\s+\| `(\d+)`/gm,
  );
  const documented = Object.fromEntries(Array.from(rows, ([, name, value]) => [name, value]));
  expect(Object.keys(documented)).toHaveLength(Object.keys(DEFAULT_LIMITS).length);
  expect(readLimits(documented)).toEqual(DEFAULT_LIMITS);
});

it('a limit of the environment is read in its unit, and shown with its variable', () => {
  const limits = readLimits({ IMPORT_MINUTES: '1', IMPORT_MEMORY_MB: '1024' });
  expect(limits).toEqual({ ...DEFAULT_LIMITS, time: 60_000, memory: 1_024_000_000 });
  expect(limitText(limits, 'time')).toBe('1 minute (IMPORT_MINUTES)');
  expect(limitText(limits, 'memory')).toBe('1024 MB of memory (IMPORT_MEMORY_MB)');
});

it('an import that takes too long is said to be stopped in its last step, not in reading', () => {
  const step = 'Preparing the database';
  expect(excessText(DEFAULT_LIMITS, { limit: 'time', step })).toBe(
    'The import takes more than 10 minutes (IMPORT_MINUTES), so it was stopped in the step "Preparing the database": ' +
      'import the file by command, with `npm run sync`, or raise the limit.',
  );
});

it.each(['0', '-1', '1.5', 'many', '1000000'])('a wrong value, %s, is refused by its name', (value) => {
  expect(() => readLimits({ IMPORT_UNPACKED_MB: value })).toThrow(
    `IMPORT_UNPACKED_MB must be a whole number from 1 to 100000, but is "${value}".`,
  );
});
