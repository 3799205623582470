// node tools/with-lab.mjs [FLAG …] [FILE [WORD …]]
// Installs the packages of lab/ as locked, unless they are installed, and then runs a file with Node, which reads TypeScript.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LAB = join(import.meta.dirname, '../lab');
const REGISTER = new URL('dev-register.mjs', import.meta.url).href;
/** npm writes this file last. */
const INSTALLED = join(LAB, 'node_modules/.package-lock.json');

const changedAt = (path) => statSync(path).mtimeMs;
if (!existsSync(INSTALLED) || changedAt(INSTALLED) < changedAt(join(LAB, 'package-lock.json'))) {
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
}
const words = process.argv.slice(2);
if (words.length > 0) {
  const { status } = spawnSync(process.execPath, ['--import', REGISTER, ...words], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
