import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, ignoring } from './error-code.js';

/** A running server: its process and its port on 127.0.0.1. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** False while it starts and while it stops. */
  readonly ready: boolean;
}

const EMPTY_FILE_TRIES = 20;
const EMPTY_FILE_PAUSE_MS = 100;

/**
 * The server that runs on a data directory, by the file the server keeps there. A file that a killed server
 * left, or that came with a copy of the directory, is removed where the server itself would stumble over it.
 * @throws an Error when it cannot be told whose the named process is.
 */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmasterFile(data);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  if (await worksOn(postmaster.pid, data)) return postmaster;

  await rm(postmasterFile(data), { force: true });
  return undefined;
}

/** Whether a process exists, be it another user's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function postmasterFile(data: string): string {
  return join(data, 'postmaster.pid');
}

/** The lines are: process, directory, start time, port, socket folder, address, shared memory, state. */
export async function readPostmasterFile(data: string): Promise<Postmaster | undefined> {
  for (let tries = 0; tries < EMPTY_FILE_TRIES; tries++) {
    const text = await readFile(postmasterFile(data), 'utf8').catch(ignoring('ENOENT'));
    if (text === undefined) return undefined;

    const [pid, , , port, , , , state] = text.split('\n').map((line) => line.trim());
    if (Number(pid) > 0) return { pid: Number(pid), port: Number(port), ready: state === 'ready' };
    // Just being written, unless it stays so: then the machine lost power while it was.
    await sleep(EMPTY_FILE_PAUSE_MS);
  }
  await rm(postmasterFile(data), { force: true });
  return undefined;
}

/**
 * Whether a living process is the server of a data directory. Process numbers are used again, and the file may
 * have come with a copy of the directory made while the original's server ran.
 */
async function worksOn(pid: number, data: string): Promise<boolean> {
  const commandLine = await commandLineOf(pid);
  if (!basename(commandLine.split(' ')[0] ?? '').startsWith('postgres')) return false;
  if (`${commandLine} `.includes(` ${data} `)) return true;

  // A directory that was moved under a running server keeps its inode. Where that cannot be seen, starting a
  // second server on the same files would destroy them, so doubt ends here.
  const [workingFolder, folder] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(data),
  ]);
  if (workingFolder) return workingFolder.ino === folder.ino && workingFolder.dev === folder.dev;
  if (!isAlive(pid)) return false;
  throw new Error(
    `Another PostgreSQL (process ${pid}) may be working on ${data}: stop it, or remove ` +
      `${postmasterFile(data)} if it works elsewhere.`,
  );
}

/** The arguments of a process, joined by spaces; empty for one that is gone. */
async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return args.replaceAll('\0', ' ').trim();
  }
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'args=', '-p', String(pid)], (_error, stdout) => resolve(stdout.trim()));
  });
}
