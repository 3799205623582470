import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../src/project.js';

const CONFIG = {
  compilerOptions: {
    composite: true,
    rootDir: 'src',
    outDir: 'dist',
    tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
    module: 'nodenext',
    target: 'es2023',
    types: [],
    lib: ['es2023', 'dom'],
  },
  include: ['src/**/*.ts'],
};

/** A workspace with the script of the project, in which the import prints one line. */
let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-sync-'));
  const { scripts, engines } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    engines: Record<string, string>;
  };
  write(
    'package.json',
    JSON.stringify({ name: 'workspace', type: 'module', engines, scripts: { sync: scripts['sync'] } }),
  );
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(join(PROJECT, 'node_modules/@typescript'), join(root, 'node_modules/@typescript'));
  write('tools/package.json', '{ "name": "@some/tools", "type": "module" }');
  write('tools/tsconfig.lib.json', JSON.stringify(CONFIG));
  write('tools/src/start/with-database.ts', `console.log('Imported the list.');\n`);
  for (const file of ['build.mjs', 'node-version.mjs'])
    cpSync(join(PROJECT, 'tools', file), join(root, 'tools', file));
});
afterEach(() => rmSync(root, { recursive: true }));

function sync(): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  const env = { PATH: process.env['PATH'], HOME: root };
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', 'sync', '--', 'list.csv'],
      { cwd: root, env },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    );
  });
}

it('`npm run sync` shows the lines of the import alone, and leaves a build that is up to date alone', async () => {
  const built = () => statSync(join(root, 'tools/dist')).ino;
  const alone = { code: 0, output: 'Imported the list.\n', errors: '' };
  expect(await sync()).toEqual(alone);
  const first = built();
  expect(await sync()).toEqual(alone);
  expect(built()).toBe(first);
});

it('`npm run sync` shows the lines of a build that fails, and imports nothing', async () => {
  write('tools/src/start/with-database.ts', `const count: number = 'one';\n`);
  const { code, output, errors } = await sync();
  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors).toMatch(/^The build failed\.\n.*with-database\.ts.*TS2322/);
});
