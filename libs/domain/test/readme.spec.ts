import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const here = import.meta.dirname;
const COMPILER = join(here, '../../../node_modules/@typescript/native/bin/tsc');
const readme = await readFile(join(here, '../README.md'), 'utf8');
const program = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code).join('');

async function publicEntries(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(join(here, '../package.json'), 'utf8')) as {
    exports: object;
  };
  return Object.keys(exports).filter((entry) => entry !== './package.json');
}

describe('the README', () => {
  let directory: string;

  // Inside the package, so that the examples import it by name.
  beforeEach(async () => {
    directory = await mkdtemp(join(here, '.readme-'));
    await writeFile(join(directory, 'program.ts'), program);
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('has examples that compile', async () => {
    const configuration = {
      extends: '../../tsconfig.spec.json',
      compilerOptions: { noEmit: true, emitDeclarationOnly: false, composite: false, rootDir: '../../../..' },
      include: ['program.ts'],
      references: [],
    };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(configuration));
    const compiled = await promisify(execFile)(process.execPath, [COMPILER, '-p', directory]).catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe('');
  });

  it('has examples that print what they say', async () => {
    const promised = Array.from(program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, text]) => text);
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);

    await import(pathToFileURL(join(directory, 'program.ts')).href);

    expect(print.mock.calls.map((values) => values.map(String).join(' '))).toEqual(promised);
    print.mockRestore();
  });

  it('has a section with an example for every public entry, and for no other', async () => {
    const sections = Array.from(
      readme.matchAll(/^## `@care-atlas\/domain\/(.*?)`\n(?:(?!^## )[^])*?^```ts\n/gm),
      ([, entry]) => `./${entry}`,
    );
    expect(sections.toSorted()).toEqual((await publicEntries()).toSorted());
  });

  it('names entries that can be imported', async () => {
    for (const entry of await publicEntries()) {
      const imported = (await import(entry.replace('.', '@care-atlas/domain'))) as object;
      expect(Object.keys(imported)).not.toEqual([]);
    }
  });
});
