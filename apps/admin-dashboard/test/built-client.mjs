// Builds the client before the tests, unless the last build is newer than its source.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import startPostgres from '../../../tools/jest/postgres-setup.mjs';

const PROJECT = join(import.meta.dirname, '..');
const VITE = join(PROJECT, '../../node_modules/vite/bin/vite.js');

export default async function setUp(...given) {
  if (!isBuilt()) buildClient();
  await startPostgres(...given);
}

function isBuilt() {
  const page = join(PROJECT, 'dist/client/index.html');
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  const sources = globSync('{client,contract}/**/*.*', { cwd: PROJECT }).map((file) => join(PROJECT, file));
  return sources.every((file) => statSync(file).mtimeMs <= built);
}

function buildClient() {
  const { status, stderr } = spawnSync(process.execPath, [VITE, 'build', 'client'], {
    cwd: PROJECT,
    // Jest sets it to `test`, with which Vite builds React for development.
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The client could not be built.\n${stderr}`);
}
