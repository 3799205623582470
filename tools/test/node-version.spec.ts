import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../src/project.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-node-'));
  mkdirSync(join(root, 'tools'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs a program of the tools in a workspace that needs a version of Node. */
function runNeeding(node: string, program: string) {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', engines: { node } }));
  for (const file of ['node-version.mjs', 'needed-programs.mjs', 'bundled-programs.mjs', program])
    copyFileSync(join(PROJECT, 'tools', file), join(root, 'tools', file));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', program)], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

it.each(['build.mjs', 'programs.mjs', 'dev-register.mjs', 'with-lab.mjs'])(
  '%s ends in one line on an older Node',
  (program) => {
    expect(runNeeding('>=99.3', program)).toEqual({
      status: 1,
      output: `Care Atlas needs Node.js 99.3 or newer, and this is ${process.versions.node}: install Node.js 99, then run "npm ci" again.\n`,
    });
  },
);

it.each(['>=20.0', `>=${process.versions.node}`, '>=9.99'])('%s accepts this Node', (node) => {
  expect(runNeeding(node, 'node-version.mjs')).toEqual({ status: 0, output: '' });
});
