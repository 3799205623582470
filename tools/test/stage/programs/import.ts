import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Guard } from '../guard.js';
import { sourceArguments } from './services.js';

/** A run of the import command in a process, from source. */
export class Import {
  readonly #child: ChildProcess;
  /** Resolves with its exit code, null if it was killed, and its standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;

  /** @param words its command line */
  constructor(words: readonly string[], databaseUrl: string, guard: Guard) {
    const child = spawn(process.execPath, sourceArguments('apps/sync/src/main.ts').concat(words), {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { pid } = child;
    if (pid !== undefined) {
      guard.add(pid);
      child.once('exit', () => guard.remove(pid));
    }
    this.#child = child;
    this.ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], errors]) => ({
      code: code as number | null,
      errors,
    }));
  }

  /** Kills the process. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
