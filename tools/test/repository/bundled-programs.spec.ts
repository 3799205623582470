import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../../src/project.js';

let root: string;
/** The module in a temporary workspace, because the run of this test uses the project's. */
let module: { bundledPrograms(): ReadonlyMap<string, string> };
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-bundles-'));
  mkdirSync(join(root, 'tools'));
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const copy = join(root, 'tools/bundled-programs.mjs');
  copyFileSync(join(PROJECT, 'tools/bundled-programs.mjs'), copy);
  module = (await import(pathToFileURL(copy).href)) as typeof module;
});
afterAll(() => rmSync(root, { recursive: true }));

const bundlesOf = (owner: string) => {
  writeFileSync(join(root, 'node_modules/.cache/programs'), owner);
  return [...module.bundledPrograms()];
};

it('programs run from their sources where no test run has bundled them', () => {
  expect(module.bundledPrograms().size).toBe(0);
});

it('programs run from the bundles of a test run that is under way', () => {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
  const bundles = bundlesOf(`${process.pid} ${start}`);
  expect(bundles).toContainEqual([
    pathToFileURL(join(root, 'apps/api/src/main.ts')).href,
    pathToFileURL(join(root, `node_modules/.cache/programs-${process.pid}/apps/api/src/main.mjs`)).href,
  ]);
});

it('programs never run from the bundles of a run that was killed, even if its process id is used again', () => {
  expect(bundlesOf(`${process.pid} 1`)).toEqual([]);
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect(bundlesOf(`${pid} 1`)).toEqual([]);
});
