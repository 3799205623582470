import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const KILOBYTE = 1024;

/** Returns the resident memory of a process, in bytes; 0 when it has ended, or the system does not say. */
export async function residentMemory(pid: number): Promise<number> {
  const text = process.platform === 'linux' ? await fromKernel(pid) : await fromPs(pid);
  return Number(text ?? 0) * KILOBYTE;
}

async function fromKernel(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
}

async function fromPs(pid: number): Promise<string | undefined> {
  const found = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined);
  return found?.stdout.trim();
}
