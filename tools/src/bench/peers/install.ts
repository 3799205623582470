import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../project.js';

/** A package outside the workspace: the compared products never become dependencies of this one. */
export const PEERS = join(PROJECT, 'tools/peers');
const TIMEOUT_MS = 900_000;

/** Installs the compared products as locked, unless they are installed already. */
export async function installPeers(): Promise<void> {
  const installed = join(PEERS, 'node_modules/.package-lock.json');
  const lock = join(PEERS, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', PEERS];
  await promisify(execFile)('npm', args, { cwd: PEERS, timeout: TIMEOUT_MS });
}
