import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.js';
import { errorCode, ignoring } from './error-code.js';
import { isAlive } from './postmaster-file.js';
import { runProgram } from './program.js';

/** The superuser of the cluster, and the name of the database that is always there. */
export const USER = 'care_atlas';

const PASSWORD_BYTES = 24;
const STAGING = 'data.new-';

/**
 * The password kept in the directory, made at the first call: 32 random characters that need no escaping in a
 * URL, readable by the owner only. Two processes that make it at once get the same.
 */
export async function clusterPassword(directory: string): Promise<string> {
  const path = passwordFile(directory);
  const fresh = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const known = await readFile(path, 'utf8').catch(ignoring('ENOENT'));
  if (known !== undefined) return known.trim();

  await writeFile(fresh, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
  // A link appears at once and complete, and fails where another process was faster.
  await link(fresh, path).catch(ignoring('EEXIST'));
  await rm(fresh);
  return (await readFile(path, 'utf8')).trim();
}

function passwordFile(directory: string): string {
  return join(directory, 'password');
}

/** What making a cluster takes. */
export interface ClusterPlan {
  readonly directory: string;
  readonly initdb: string;
  readonly account: Account;
  readonly durable: boolean;
}

/** Whether the directory holds a cluster already. */
export async function clusterExists(directory: string): Promise<boolean> {
  return (await stat(join(directory, 'data', 'PG_VERSION')).catch(ignoring('ENOENT'))) !== undefined;
}

/**
 * Makes the cluster. It is made aside and moved into place when complete, so that a run that was killed leaves
 * no half of it, and of two processes that make it at once one wins and both go on with the same.
 */
export async function makeCluster({ directory, initdb, account, durable }: ClusterPlan): Promise<void> {
  await removeAbandoned(directory);
  const staging = join(directory, `${STAGING}${process.pid}-${randomBytes(4).toString('hex')}`);
  // The built-in locale sorts by code point and knows the case of all letters, the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${USER}`, `--pwfile=${passwordFile(directory)}`, '--auth=scram-sha-256'];
  const speed = durable ? [] : ['--no-sync'];
  const args = [`--pgdata=${staging}`, ...locale, ...access, ...speed, '--no-instructions'];
  try {
    await runProgram(account.command(initdb, args));
    await rename(staging, join(directory, 'data'));
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error)) && (await clusterExists(directory))) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`A PostgreSQL cluster could not be made in ${directory}:\n${reason}`, { cause: error });
  }
}

/** Removes what killed runs left unfinished. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(STAGING)) continue;
    if (isAlive(Number.parseInt(name.slice(STAGING.length)))) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}
