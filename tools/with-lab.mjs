// node tools/with-lab.mjs [FLAG …] [FILE [WORD …]]
// Installs the packages of lab/ as locked, unless they are installed, and then runs a file with Node, which reads TypeScript.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LAB = join(import.meta.dirname, '../lab');
const REGISTER = new URL('dev-register.mjs', import.meta.url).href;
/** Written after an installation: the digest of its lock. */
const INSTALLED = join(LAB, 'node_modules/.installed');

const digest = createHash('sha256')
  .update(readFileSync(join(LAB, 'package-lock.json')))
  .digest('hex');
if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== digest) {
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
  writeFileSync(INSTALLED, digest);
}
const words = process.argv.slice(2);
if (words.length > 0) {
  const { status } = spawnSync(process.execPath, ['--import', REGISTER, ...words], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
