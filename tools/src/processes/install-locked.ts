import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../project.js';

/** Packages outside the workspace: what they install never becomes a dependency of the product. */
export const PEERS = join(PROJECT, 'tools/peers');
export const MODELS = join(PROJECT, 'tools/models');
const TIMEOUT_MS = 900_000;

/** Installs the dependencies of such a package as locked, without install scripts, unless they are installed already. */
export async function installLocked(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  await promisify(execFile)('npm', args, { cwd: folder, timeout: TIMEOUT_MS });
}
