// node tools/with-lab.mjs [FLAG …] [FILE [WORD …]]
// Installs the packages of lab/ as locked, unless they are installed, and then runs a file with Node, which reads TypeScript.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LAB = join(import.meta.dirname, '../lab');
const REGISTER = new URL('dev-register.mjs', import.meta.url).href;
const LOCK = join(LAB, 'package-lock.json');
/** Written after an installation, also by .ci/run: a copy of its lock. */
const INSTALLED = join(LAB, 'node_modules/.installed');

if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== readFileSync(LOCK, 'utf8')) {
  console.error('Installing the packages of the lab, which takes about a minute.');
  const { status } = spawnSync('npm', ['ci', '--no-progress'], {
    cwd: LAB,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    console.error(
      'The packages of the lab could not be installed. They come from the npm registry: try again with a network.',
    );
    process.exit(1);
  }
  copyFileSync(LOCK, INSTALLED);
}
const words = process.argv.slice(2);
if (words.length > 0) {
  const { status } = spawnSync(process.execPath, ['--import', REGISTER, ...words], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
