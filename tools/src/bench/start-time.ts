import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START = resolve(import.meta.dirname, '../start.js');
const PATIENCE_MS = 300_000;
const PAUSE_MS = 50;

/** Seconds from the command to the first answer. */
export interface Starts {
  /** With nothing there yet: makes the database, migrates, loads the sample data. */
  readonly first: number;
  /** With the data there. */
  readonly second: number;
}

/** Starts the built product twice on a fresh directory. */
export async function measureStarts(directory: string, port: number): Promise<Starts> {
  return { first: await startOnce(directory, port), second: await startOnce(directory, port) };
}

async function startOnce(directory: string, port: number): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: directory, PORT: String(port) },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  try {
    while (!(await answers(port))) {
      if (performance.now() - begun > PATIENCE_MS || child.exitCode !== null)
        throw new Error('The start failed.');
      await sleep(PAUSE_MS);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/v1/`)).ok;
  } catch {
    return false;
  }
}
