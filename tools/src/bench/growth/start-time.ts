import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from '../../project.js';

const TIMEOUT_MS = 300_000;
const PAUSE_MS = 50;

/** Returns the seconds from the start of the built product until the API answers. */
export async function startTime(directory: string, port: number): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(PROJECT, 'tools/dist/start/start.js')], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: directory, PORT: String(port) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/api/v1/`).catch(() => undefined))?.ok) {
      if (performance.now() - begun > TIMEOUT_MS || child.exitCode !== null)
        throw new Error('The product did not start.');
      await sleep(PAUSE_MS);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
