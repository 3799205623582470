import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const RUNNER = join(ROOT, 'tools/jest/runner.mjs');
/** In the first run of a spec file, the project has no file of this name. */
const RAN = `const ran = fs.existsSync('ran'); fs.writeFileSync('ran', '');`;
const FAULT = `throw new Error('The machine is busy.');`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-again-'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'tools'));
  symlinkSync(join(ROOT, 'tools/dev-register.mjs'), join(root, 'tools/dev-register.mjs'));
  mkdirSync(join(root, 'libs/one'), { recursive: true });
  const { jest, test } = scripts;
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { jest, test } }));
  const config = { runner: RUNNER, testMatch: ['**/*.spec.mjs'] };
  writeFileSync(join(root, 'jest.config.mjs'), `export default ${JSON.stringify(config)};`);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function run(program: string, ...words: readonly string[]) {
  return spawnSync(program, words, { cwd: root, encoding: 'utf8' });
}

/** Runs a spec file, then once more if it failed. Returns the last lines of the totals. */
function totalsOf(spec: string) {
  writeFileSync(join(root, 'libs/one/one.spec.mjs'), `import fs from 'node:fs';\n${RAN}\n${spec}`);
  expect(run('npm', 'test').status).toBe(1);
  const again = run(process.execPath, join(ROOT, 'tools/test-again.mjs'));
  const totals = run(process.execPath, join(ROOT, 'tools/totals.mjs'));
  return { again: again.status, totals: totals.status, lines: totals.stdout.trim().split('\n').slice(-2) };
}

it.each([
  ['a test fails', `it('one', () => { if (!ran) ${FAULT} });`],
  ['the set-up fails', `beforeAll(() => { if (!ran) ${FAULT} });\nit('one', () => {});`],
  ['the clean-up fails', `afterAll(() => { if (!ran) ${FAULT} });\nit('one', () => {});`],
  [
    'the set-up and the clean-up fail',
    `for (const each of [beforeAll, afterAll]) each(() => { if (!ran) ${FAULT} });\nit('one', () => {});`,
  ],
  ['the file cannot be loaded', `if (!ran) ${FAULT}\nit('one', () => {});`],
])('a file of which only the first run fails, because %s, counts as passed', (_, spec) => {
  expect(totalsOf(spec)).toEqual({
    again: 0,
    totals: 0,
    lines: ['libs/one: 1 passed, 0 failed', '1 passed, 0 failed'],
  });
});

it.each([
  ['a test', `it('one', () => { ${FAULT} });\nit('two', () => {});`, 1, 1],
  ['the clean-up', `afterAll(() => { ${FAULT} });\nit('one', () => {});`, 1, 1],
  ['loading it', FAULT, 0, 1],
])('a file of which %s fails twice counts as failed', (_, spec, passed, failed) => {
  expect(totalsOf(spec)).toEqual({
    again: 1,
    totals: 1,
    lines: [`libs/one: ${passed} passed, ${failed} failed`, `${passed} passed, ${failed} failed`],
  });
});

it('a run without a report counts as failed', () => {
  const { status, stderr } = run(process.execPath, join(ROOT, 'tools/totals.mjs'));
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'There is no test-report.json: the tests did not run to their end.\n',
  });
});
