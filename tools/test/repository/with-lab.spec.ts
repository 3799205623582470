import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../src/project.js';

const ANNOUNCEMENT = 'Installing the packages of the lab, which takes about a minute.\n';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-with-lab-'));
  for (const folder of ['tools', 'lab']) mkdirSync(join(root, folder));
  copyFileSync(join(PROJECT, 'package.json'), join(root, 'package.json'));
  for (const file of ['with-lab.mjs', 'node-version.mjs'])
    copyFileSync(join(PROJECT, 'tools', file), join(root, 'tools', file));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes the manifest and the lock of a lab that needs a package. */
function writeLab(version: string, entries: object): void {
  const manifest = { name: 'lab', version: '1.0.0', devDependencies: { needed: version } };
  const lock = { lockfileVersion: 3, packages: { '': manifest, ...entries } };
  writeFileSync(join(root, 'lab/package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'lab/package-lock.json'), JSON.stringify(lock));
}

/** Writes a lab that needs a package of the registry. */
function writeLabWithPackage(): void {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  writeLab('1.0.0', { 'node_modules/needed': { version: '1.0.0', dev: true, integrity } });
}

/** Writes a lab that needs only a folder, which npm links. */
function writeLabWithFolder(): void {
  mkdirSync(join(root, 'lab/needed'));
  writeFileSync(join(root, 'lab/needed/package.json'), JSON.stringify({ name: 'needed', version: '1.0.0' }));
  writeLab('file:needed', {
    'node_modules/needed': { resolved: 'needed', link: true },
    needed: { version: '1.0.0', dev: true },
  });
}

/** Runs the program with a registry that does not answer. */
function withLab() {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/with-lab.mjs')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(root, 'cache'),
      npm_config_fetch_retries: '0',
    },
  });
  return { status, stderr };
}

it('installs the lab once, and again when its lock changed', () => {
  writeLabWithFolder();
  expect(withLab()).toEqual({ status: 0, stderr: ANNOUNCEMENT });
  expect(withLab()).toEqual({ status: 0, stderr: '' });
  writeLabWithPackage();
  expect(withLab()).toMatchObject({ status: 1 });
});

it('says what is needed when the registry does not answer', () => {
  writeLabWithPackage();
  const { status, stderr } = withLab();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /The packages of the lab could not be installed\. They come from the npm registry: try again with a network\.\n$/,
  );
});
