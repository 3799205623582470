import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.js';
import { errorCode, errorMessage, ignoring } from './errors.js';
import { isAlive } from './postmaster-file.js';
import { runProgram } from './program.js';

/** The superuser of the cluster. */
export const SUPERUSER = 'care_atlas';

const PASSWORD_BYTES = 24;
const TEMPORARY_PREFIX = 'data.new-';

/**
 * Reads the password of the superuser from the directory, or creates it: 32 random characters that need no
 * escaping in a URL, readable by the owner only. Concurrent callers get the same password.
 */
export async function readOrCreatePassword(directory: string): Promise<string> {
  const path = join(directory, 'password');
  const existing = await readFile(path, 'utf8').catch(ignoring('ENOENT'));
  if (existing !== undefined) return existing.trim();

  const temporary = `${path}.new-${uniqueSuffix()}`;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await writeFile(temporary, password, { mode: 0o600, flag: 'wx' });
  // A link appears at once with its full content, and fails if another process has created the file.
  await link(temporary, path).catch(ignoring('EEXIST'));
  await rm(temporary);
  return (await readFile(path, 'utf8')).trim();
}

/** Starts with the process number, which `removeAbandoned` reads. */
function uniqueSuffix(): string {
  return `${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Where a cluster is, who runs its programs, and whether its data must survive a crash of the machine. */
export interface ClusterOptions {
  readonly directory: string;
  readonly account: Account;
  readonly durable: boolean;
}

/** Returns whether the directory contains a cluster. */
export async function clusterExists(directory: string): Promise<boolean> {
  return (await stat(join(directory, 'data', 'PG_VERSION')).catch(ignoring('ENOENT'))) !== undefined;
}

/**
 * Creates the cluster in a temporary folder and renames it when it is complete, so that a killed process leaves
 * no partial cluster. If several processes do this at once, one rename succeeds and all of them use that cluster.
 */
export async function createCluster(
  initdb: string,
  { directory, account, durable }: ClusterOptions,
): Promise<void> {
  await removeAbandoned(directory);
  const temporary = join(directory, TEMPORARY_PREFIX + uniqueSuffix());
  // The built-in locale sorts by code point and maps the case of all letters, the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [
    `--username=${SUPERUSER}`,
    `--pwfile=${join(directory, 'password')}`,
    '--auth=scram-sha-256',
  ];
  // A password of random characters is as safe with one iteration, and a connection takes a tenth less time.
  const speed = durable ? [] : ['--no-sync', '--set=scram_iterations=1'];
  const args = [`--pgdata=${temporary}`, ...locale, ...access, ...speed, '--no-instructions'];
  try {
    await runProgram(account.command(initdb, args));
    await rename(temporary, join(directory, 'data'));
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(cause)) && (await clusterExists(directory))) return;
    throw new Error(`Cannot create a PostgreSQL cluster in ${directory}:\n${errorMessage(cause)}`, { cause });
  }
}

/** Removes the temporary folders of processes that no longer run. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue;
    if (isAlive(Number.parseInt(name.slice(TEMPORARY_PREFIX.length)))) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}
