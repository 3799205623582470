import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const RUNNER = join(ROOT, 'tools/jest/runner.mjs');
const FAULT = `throw new Error('The machine is busy.');`;

let root: string;
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Makes a project with a library for each spec file. In the first run of a file, `ran` is false. */
function makeProject(specs: readonly string[]): void {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-again-'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'tools'));
  symlinkSync(join(ROOT, 'tools/dev-register.mjs'), join(root, 'tools/dev-register.mjs'));
  const { jest, test } = scripts;
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { jest, test } }));
  const config = { runner: RUNNER, testMatch: ['**/*.spec.mjs'] };
  writeFileSync(join(root, 'jest.config.mjs'), `export default ${JSON.stringify(config)};`);
  for (const [i, spec] of specs.entries()) {
    const library = join(root, 'libs', String(i));
    mkdirSync(library, { recursive: true });
    const ran = `const ran = fs.existsSync('ran-${i}'); fs.writeFileSync('ran-${i}', '');`;
    writeFileSync(join(library, 'one.spec.mjs'), `import fs from 'node:fs';\n${ran}\n${spec}`);
  }
}

function run(program: string, ...words: readonly string[]) {
  return spawnSync(program, words, { cwd: root, encoding: 'utf8' });
}

/** Runs spec files, then those once more that failed. Returns the totals of each. */
function totalsOf(specs: readonly string[]) {
  makeProject(specs);
  expect(run('npm', 'test').status).toBe(1);
  const again = run(process.execPath, join(ROOT, 'tools/test-again.mjs'));
  const totals = run(process.execPath, join(ROOT, 'tools/totals.mjs'));
  const lines = totals.stdout
    .trim()
    .split('\n')
    .slice(-specs.length - 1)
    .map((line) => line.replace(/, \d+ s$/, ''));
  return { again: again.status, totals: totals.status, lines };
}

it('a file of which only the first run fails counts as passed, whatever failed', () => {
  const specs = [
    `it('a test', () => { if (!ran) ${FAULT} });`,
    `beforeAll(() => { if (!ran) ${FAULT} });\nit('the set-up', () => {});`,
    `afterAll(() => { if (!ran) ${FAULT} });\nit('the clean-up', () => {});`,
    `for (const each of [beforeAll, afterAll]) each(() => { if (!ran) ${FAULT} });\nit('both', () => {});`,
    `if (!ran) ${FAULT}\nit('loading it', () => {});`,
  ];
  expect(totalsOf(specs)).toEqual({
    again: 0,
    totals: 0,
    lines: [...specs.map((_, i) => `libs/${i}: 1 passed, 0 failed`), '5 passed, 0 failed'],
  });
});

it('a file that fails twice counts as failed, whatever failed', () => {
  const specs = [
    `it('a test', () => { ${FAULT} });\nit('another', () => {});`,
    `afterAll(() => { ${FAULT} });\nit('the clean-up', () => {});`,
    FAULT,
  ];
  expect(totalsOf(specs)).toEqual({
    again: 1,
    totals: 1,
    lines: [
      'libs/0: 1 passed, 1 failed',
      'libs/1: 1 passed, 1 failed',
      'libs/2: 0 passed, 1 failed',
      '2 passed, 3 failed',
    ],
  });
});

it('a run without a report counts as failed', () => {
  makeProject([]);
  const { status, stderr } = run(process.execPath, join(ROOT, 'tools/totals.mjs'));
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'There is no test-report.json: the tests did not run to their end.\n',
  });
});
