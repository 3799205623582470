import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../../tools/src/project.js';

// npm run rehearse:release
// Makes the next release on a copy of the last commit, with artifacts and checksums, begins the development of the one after it,
// and makes that. Changes nothing here. It takes some minutes, most of them for the build.
const folder = mkdtempSync(join(tmpdir(), 'care-atlas-release-'));
const copy = join(folder, 'copy');
const NOTE = `---\n'@care-atlas/api': minor\n---\n\nA note of the rehearsal.\n`;

function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 256 * 1024 * 1024,
  });
}

/** Links the files of packages, which nothing here changes, or copies them to another disk. */
function copyPackages(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', '--link', from, to], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-a', from, to]);
  }
}

function commit(message: string): void {
  const author = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@atlas.example'];
  run('git', 'add', '--all');
  run('git', ...author, 'commit', '-qm', message);
}

/** Makes a release, or begins the development of the next, and commits it. @returns its version */
function release(...words: string[]): string {
  run('npm', 'run', '--silent', 'release', '--', ...words);
  const { version } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { version: string };
  commit(`Write the version ${version}`);
  run('npm', 'run', '--silent', 'test:file', '--', 'tools/test/deployment/image.spec', '-w', '1');
  const [changed = ''] = run('git', 'show', '--shortstat', '--format=').trim().split('\n');
  console.log(`${version}: ${changed.trim()}`);
  return version;
}

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', PROJECT, copy]);
  for (const path of globSync('{.,apps/*,libs/*,tools,lab}/node_modules', { cwd: PROJECT }))
    copyPackages(join(PROJECT, path), join(copy, dirname(path)));
  // Changesets compares with its base branch.
  run('git', 'checkout', '--quiet', '-B', 'main');
  const first = release();
  run('node', 'tools/build.mjs', '--quiet');
  const artifacts = join(folder, 'artifacts');
  console.log(run('npm', 'run', '--silent', 'release:artifacts', '--', artifacts).trim());
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: artifacts, stdio: 'inherit' });
  console.log('The checksums are right.');
  for (const name of ['client', 'domain', 'data']) {
    const [file = ''] = globSync(`care-atlas-${name}-*.tgz`, { cwd: artifacts });
    const manifest = execFileSync('tar', ['-xOf', join(artifacts, file), 'package/package.json'], {
      encoding: 'utf8',
    });
    const { version } = JSON.parse(manifest) as { version: string };
    if (version !== first) throw new Error(`${file} has the version ${version}.`);
  }
  console.log('Image, compose file, manifests and packages have one version.');
  release('--development');
  writeFileSync(join(copy, '.changeset/rehearsal.md'), NOTE);
  commit('Add a note');
  release();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
