import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The products for comparison: a package of its own, so that their versions do not depend on those of the lab. */
export const PEERS = join(import.meta.dirname, 'peers');
const TIMEOUT_MS = 900_000;

/** Installs the products as locked, without install scripts, unless they are installed already. */
export async function installPeers(): Promise<void> {
  const installed = join(PEERS, 'node_modules/.package-lock.json');
  const lock = join(PEERS, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: PEERS, timeout: TIMEOUT_MS });
}
