import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT } from '../../tools/src/project.js';

/** A program of the rehearsal itself in a network namespace, which answers acts with lines. */
export interface Helper {
  readonly child: ChildProcess;
  readonly next: () => Promise<string>;
}

/** Starts a program of the rehearsal, and waits until it says that it is ready. */
export async function startHelper(namespace: string, file: string, ...words: string[]): Promise<Helper> {
  const register = join(PROJECT, 'tools/dev-register.mjs');
  const node = [process.execPath, '--conditions=@care-atlas/source', '--import', register];
  const program = [...node, join(import.meta.dirname, file), ...words];
  const child = spawn('ip', ['netns', 'exec', namespace, ...program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} ended.`);
    return value;
  };
  if ((await next()) !== 'ready') throw new Error(`${file} did not start.`);
  return { child, next };
}
