import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RELEASE } from '@care-atlas/server/configuration';
import { PROJECT } from '../../tools/src/project.js';

// npm run release:artifacts -- FOLDER
// Writes what a release consists of beside the image: the packages (the client has the command care), licenses, the bill of
// materials, where they come from, and their checksums. `sha256sum --check SHA256SUMS` compares them.
const PACKAGES = ['client', 'domain', 'data'];
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('npm run release:artifacts -- FOLDER');
const target = resolve(folder);
mkdirSync(target, { recursive: true });

const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

const workspaces = PACKAGES.map((name) => `--workspace=@care-atlas/${name}`);
run('npm', 'pack', '--silent', `--pack-destination=${target}`, ...workspaces);
writeFileSync(join(target, 'sbom.cdx.json'), run('npm', 'run', '--silent', 'sbom'));
writeFileSync(join(target, 'licenses.txt'), run('npm', 'run', '--silent', 'licenses'));
const dirty = run('git', 'status', '--porcelain').trim() !== '';
const provenance = {
  version: RELEASE,
  commit: run('git', 'rev-parse', 'HEAD').trim(),
  // A release is made from a clean tree.
  clean: !dirty,
  committedAt: run('git', 'show', '--no-patch', '--format=%cI', 'HEAD').trim(),
  node: process.version,
  lockfile: `sha256:${sum(join(PROJECT, 'package-lock.json'))}`,
};
writeFileSync(join(target, 'provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`);
const files = readdirSync(target).filter((name) => name !== 'SHA256SUMS');
writeFileSync(
  join(target, 'SHA256SUMS'),
  files.map((name) => `${sum(join(target, name))}  ${name}\n`).join(''),
);
console.log(files.join('\n'));

function sum(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
