import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../bench-directory.js';

/** A package of its own, which is no workspace: what is compared with never becomes a dependency of the product. */
export const PEERS = join(PROJECT, 'tools/peers');
const PATIENCE_MS = 900_000;

/**
 * Installs the products to compare with, exactly as locked, unless they are there already.
 * @throws when npm cannot
 */
export async function installPeers(): Promise<void> {
  const installed = join(PEERS, 'node_modules/.package-lock.json');
  const lock = join(PEERS, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', PEERS];
  await promisify(execFile)('npm', args, { cwd: PEERS, timeout: PATIENCE_MS });
}
