import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from '../repository/project.js';

/** From source, a service restarts when a file changes; built, it is what has been type-checked. */
const FROM_SOURCE = import.meta.filename.endsWith('.ts');
const PATIENCE_MS = 10_000;
const PAUSE_MS = 200;
/**
 * How a service is run. What survives a request lives for long, in memory that is not collected; a large nursery
 * for what does not would only hold memory back, about 100 MB of it. It is cleared by one thread: with several, all
 * would wait for the one that has no processor, as while a dataset is loaded.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16', '--no-parallel-scavenge'];

/** One service of the product as a process of its own, which ends with this one. */
export class ServiceProcess {
  /** Settles when the service listens; fails when it ends before. */
  readonly ready: Promise<void>;
  /** Settles when the process has ended, however. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  /**
   * @param health an address of the service that answers as soon as it listens
   * @param source where in its directory the source is
   */
  constructor(name: string, directory: string, env: NodeJS.ProcessEnv, health: string, source = 'src') {
    this.#child = spawn(
      process.execPath,
      FROM_SOURCE ? sourceArguments(directory, source) : [...NODE_FLAGS, join(directory, 'dist/main.js')],
      {
        cwd: directory,
        env,
        // By the channel the service tells that it is ready, and notices when this process is gone.
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    this.ended = new Promise((resolve) => this.#child.once('exit', () => resolve()));
    this.ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message) => message === 'ready' && resolve());
      // Node's watch mode keeps the message to itself.
      if (FROM_SOURCE) void answering(health).then(resolve);
      void this.ended.then(() => reject(new Error(`${name} ended: see above for why.`)));
    });
    // Whoever waits for the end need not wait for readiness too.
    this.ready.catch(() => undefined);
  }

  /** Asks the service to stop, and waits until it has. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS);
    await this.ended;
    clearTimeout(impatience);
  }
}

async function answering(address: string): Promise<void> {
  while (!(await fetch(address).catch(() => undefined))?.ok) await sleep(PAUSE_MS);
}

function sourceArguments(directory: string, source: string): string[] {
  const hook = join(PROJECT, 'tools/dev-register.mjs');
  const watched = ['libs', 'apps'].map((folder) => `--watch-path=${join(PROJECT, folder)}`);
  return [
    '--watch',
    '--watch-preserve-output',
    ...watched,
    '--conditions=@care-atlas/source',
    '--import',
    hook,
    join(directory, source, 'main.ts'),
  ];
}
