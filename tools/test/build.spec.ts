import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../src/project.js';

const OPTIONS = {
  composite: true,
  rootDir: 'src',
  outDir: 'dist',
  tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
};
const config = (references: readonly string[]) =>
  JSON.stringify({
    compilerOptions: { ...OPTIONS, module: 'nodenext', target: 'es2023', types: [] },
    include: ['src/**/*.ts'],
    references: references.map((path) => ({ path })),
  });

/** A workspace of a library and an app that needs it. */
let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Identifies a folder: another build puts another folder in its place. */
const folder = (project: string) => statSync(join(root, project, 'dist')).ino;

beforeEach(() => {
  // The path may be any.
  root = mkdtempSync(join(tmpdir(), 'care atlas – été '));
  mkdirSync(join(root, 'node_modules'));
  write('libs/words/package.json', '{ "name": "@some/words", "type": "module" }');
  write('libs/words/tsconfig.lib.json', config([]));
  write('libs/words/src/words.ts', `export const WORD = 'hello';\n`);
  const bundle = 'mkdir "$OUT/web" && echo page > "$OUT/web/index.html"';
  write(
    'apps/speaker/package.json',
    JSON.stringify({ name: '@some/speaker', type: 'module', scripts: { bundle } }),
  );
  write('apps/speaker/tsconfig.lib.json', config(['../../libs/words/tsconfig.lib.json']));
  write(
    'apps/speaker/src/main.ts',
    `import { WORD } from '../../../libs/words/src/words.js';\nexport const SAID: string = WORD;\n`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the build as a process of its own. */
function build(...words: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const args = [join(PROJECT, 'tools/build.mjs'), '--root', root, ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

it('builds a project after its dependencies, with its bundle', async () => {
  const { code, output } = await build();
  expect(output).toMatch(/^Built libs\/words in .* s\.\nBuilt apps\/speaker in .* s\.\n$/);
  expect(code).toBe(0);
  expect(read('apps/speaker/dist/main.js')).toContain('SAID = WORD');
  expect(read('apps/speaker/dist/web/index.html')).toBe('page\n');
});

it('skips projects that are up to date, without output', async () => {
  await build('--quiet');
  const before = [folder('libs/words'), folder('apps/speaker')];
  write('apps/speaker/src/main.spec.ts', 'a test is no part of what is built');
  expect(await build()).toEqual({ code: 0, output: '' });
  expect([folder('libs/words'), folder('apps/speaker')]).toEqual(before);
});

it('rebuilds only changed projects and their dependents, completely', async () => {
  await build();
  const words = folder('libs/words');
  write('apps/speaker/dist/left-over.js', '');
  write('apps/speaker/src/main.ts', 'export const SAID = 2;\n');
  const { output } = await build();
  expect(output).toMatch(/^Built apps\/speaker in .* s\.\n$/);
  expect(folder('libs/words')).toBe(words);
  expect(read('apps/speaker/dist/main.js')).toContain('SAID = 2');
  expect(existsSync(join(root, 'apps/speaker/dist/left-over.js'))).toBe(false);
  write('libs/words/src/words.ts', `export const WORD = 'bye';\n`);
  expect((await build('--quiet', 'apps/speaker')).output).toBe('');
  expect(folder('libs/words')).not.toBe(words);
});

it('a failed build prints the reason and keeps the previous build', async () => {
  await build();
  const before = folder('libs/words');
  write('libs/words/src/words.ts', `export const WORD: number = 'hello';\n`);
  const { code, output } = await build('--quiet');
  expect(code).toBe(1);
  expect(output).toMatch(/^The build failed\.\n.*words\.ts.*TS2322/);
  expect(folder('libs/words')).toBe(before);
  expect(read('libs/words/dist/words.js')).toContain(`'hello'`);
});

it('of two concurrent builds, one builds and the other waits', async () => {
  const outputs = (await Promise.all([build(), build()])).map(({ output }) => output);
  expect(outputs.join('').match(/Built/g)).toHaveLength(2);
  expect(await build()).toEqual({ code: 0, output: '' });
});

it('the lock of a killed build does not block the next build', async () => {
  const ended = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, ['--version'], () => resolve(child.pid!));
  });
  write('node_modules/.build-lock', String(ended));
  expect((await build('--quiet')).code).toBe(0);
});

it("the project's own bundles write to a folder of any name", () => {
  const bundles = globSync('{apps,libs}/*/package.json', { cwd: PROJECT }).flatMap((file) => {
    const { scripts } = JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as {
      scripts?: { bundle?: string };
    };
    return scripts?.bundle ?? [];
  });
  expect(bundles.length).toBeGreaterThan(0);
  expect(bundles.filter((script) => script.replaceAll(/"\$OUT[^"]*"/g, '').includes('$OUT'))).toEqual([]);
});
