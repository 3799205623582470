import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, ignoring } from './errors.js';

/** A running server: its process and its port on 127.0.0.1. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** False while the server starts or stops. */
  readonly ready: boolean;
}

const EMPTY_FILE_TRIES = 20;
const EMPTY_FILE_PAUSE_MS = 100;

/**
 * Finds the server that runs on a data directory, from the server's postmaster.pid. Removes a stale file, left by
 * a killed server or copied with the directory, because it would prevent the next start.
 * @throws an Error when it is unclear whether the process is the server of this directory.
 */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmasterFile(data);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  if (await servesDirectory(postmaster.pid, data)) return postmaster;

  await rm(postmasterFile(data), { force: true });
  return undefined;
}

/** Returns whether a process exists, even if it belongs to another user. */
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

/** Parses postmaster.pid. Its lines: process, directory, start time, port, socket folder, address, memory, state. */
export async function readPostmasterFile(data: string): Promise<Postmaster | undefined> {
  for (let tries = 0; tries < EMPTY_FILE_TRIES; tries++) {
    const text = await readFile(postmasterFile(data), 'utf8').catch(ignoring('ENOENT'));
    if (text === undefined) return undefined;

    const [pid, , , port, , , , state] = text.split('\n').map((line) => line.trim());
    if (Number(pid) > 0) return { pid: Number(pid), port: Number(port), ready: state === 'ready' };
    // The server is writing the file. If the file stays empty, the machine lost power during the write.
    await sleep(EMPTY_FILE_PAUSE_MS);
  }
  await rm(postmasterFile(data), { force: true });
  return undefined;
}

/**
 * Returns whether a running process is the server of a data directory. The process number may have been reused,
 * and the file may come from a copy of a directory whose server was running.
 */
async function servesDirectory(pid: number, data: string): Promise<boolean> {
  const { program, words } = await commandLineOf(pid);
  if (!basename(program).startsWith('postgres')) return false;
  if (`${words} `.includes(` ${data} `)) return true;

  // A directory that was moved while its server runs keeps its inode. Where the inode of the server's folder is
  // not visible, fail: a second server on the same files would destroy them.
  const [workingFolder, folder] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(data),
  ]);
  if (workingFolder) return workingFolder.ino === folder.ino && workingFolder.dev === folder.dev;
  if (!isAlive(pid)) return false;
  throw new Error(
    `Another PostgreSQL (process ${pid}) may be using ${data}: stop it, or remove ${postmasterFile(data)} if it ` +
      `uses another directory.`,
  );
}

/** Returns the command line of a process, which is empty if the process has ended. A path in it may contain spaces. */
async function commandLineOf(pid: number): Promise<{ readonly program: string; readonly words: string }> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return { program: words.split('\0')[0]!, words: words.replaceAll('\0', ' ').trim() };
  }
  const show = (column: string) =>
    new Promise<string>((resolve) => {
      execFile('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], (_error, stdout) =>
        resolve(stdout.trim()),
      );
    });
  return { program: await show('comm'), words: await show('args') };
}
