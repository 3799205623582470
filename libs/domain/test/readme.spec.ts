import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest } from '@jest/globals';

const here = import.meta.dirname;
const readme = await readFile(join(here, '../README.md'), 'utf8');

function codeBlock(): string {
  const code = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1];
  if (code === undefined) throw new Error('The README shows no code.');
  return code;
}

/** What the package exports, as package.json names it: `./directory`. */
async function publicEntries(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(join(here, '../package.json'), 'utf8')) as {
    exports: object;
  };
  return Object.keys(exports).filter((entry) => entry !== './package.json');
}

describe('the README', () => {
  let directory: string;

  // Inside the package, so that it is imported by its name as in the README.
  beforeEach(async () => (directory = await mkdtemp(join(here, '.readme-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('its code runs, and prints what it says', async () => {
    const promised = /^console\.log\(.*\); \/\/ (.*)$/m.exec(codeBlock())?.[1];
    const file = join(directory, 'usage.ts');
    await writeFile(file, codeBlock());
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);

    await import(pathToFileURL(file).href);

    expect(print.mock.calls.map((words) => words.join(' '))).toEqual([promised]);
    print.mockRestore();
  });

  it('its table names every public entry, and no other', async () => {
    const named = Array.from(
      readme.matchAll(/^\| `@care-atlas\/domain\/(.*?)`\s+\|/gm),
      ([, entry]) => `./${entry}`,
    );
    expect(named).toEqual(await publicEntries());
  });

  it('every entry can be imported by its name', async () => {
    for (const entry of await publicEntries()) {
      const imported = (await import(entry.replace('.', '@care-atlas/domain'))) as object;
      expect(Object.keys(imported)).not.toEqual([]);
    }
  });
});
