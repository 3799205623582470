import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from '../project.js';

/** From source, a service restarts when a file changes. */
export const FROM_SOURCE = import.meta.filename.endsWith('.ts');
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 50;
/**
 * Node's flags for every service. What survives a request lives long, in memory that is not collected; a large young
 * generation would only hold about 100 MB back. One thread collects it: several would wait for the one without a
 * processor, for example while a dataset is loaded. What a former dataset leaves is returned by other threads: to return
 * as much as possible at once would keep the one that serves from its work. No object begins in the old generation: V8
 * may otherwise put every answer there, if the first ones lived long.
 */
export const NODE_FLAGS = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--no-memory-reducer-favors-memory',
  '--no-allocation-site-pretenuring',
];

/** How to run a service. */
export interface ServicePlan {
  readonly name: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** A URL that answers when the service listens, for a service that cannot send 'ready'. */
  readonly health?: string;
  /** Whether its standard output is dropped. */
  readonly quiet?: true;
}

/** A Node process that serves, and ends with this one. */
export class ServiceProcess {
  /** Resolves when the service listens; rejects if it ends first. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<string>;
  readonly child: ChildProcess;

  constructor({ name, args, cwd, env, health, quiet }: ServicePlan) {
    this.child = spawn(process.execPath, args, {
      cwd,
      env,
      // In its own session. Without control groups, Linux divides processor time by session, and each backend of PostgreSQL
      // has one: all services in the terminal's session would get as much as one backend. Ctrl-C reaches only the starter,
      // which stops the services one after the other.
      detached: true,
      // Through the channel the service sends 'ready', and notices when this process is gone.
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    });
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    this.ready = new Promise((resolve, reject) => {
      this.child.on('message', (message) => message === 'ready' && resolve());
      if (health !== undefined) void answering(health, this.child).then(resolve);
      void this.ended.then((reason) => reject(new Error(`${name} ended (${reason}): see above for why.`)));
    });
    // A caller may wait for the end only.
    this.ready.catch(() => undefined);
  }

  /** Stops the service, and waits until it has ended. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const timeout = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timeout);
  }
}

interface ServiceProgram {
  readonly name: string;
  readonly app: string;
  readonly source?: string;
  readonly words?: readonly string[];
}

/**
 * Returns how to run a service of the product: what is built, or the source if this program runs from source.
 * @param source the folder of the source in that of the app
 * @param words arguments of the program
 * @param changes a file that is written to when a source changes
 */
export function servicePlan(
  { name, app, source = 'src', words = [] }: ServiceProgram,
  env: NodeJS.ProcessEnv,
  health: string,
  changes = '',
): ServicePlan {
  const cwd = join(PROJECT, app);
  if (!FROM_SOURCE) return { name, cwd, env, args: [...NODE_FLAGS, join(cwd, 'dist/main.js'), ...words] };
  const hook = ['--conditions=@care-atlas/source', '--import', join(PROJECT, 'tools/dev-register.mjs')];
  const args = [
    '--watch',
    '--watch-preserve-output',
    `--watch-path=${changes}`,
    ...hook,
    join(cwd, source, 'main.ts'),
    ...words,
  ];
  // Node's watch mode does not pass 'ready' on.
  return { name, cwd, env, args, health };
}

/** Resolves when an address answers with success, or the process has ended. */
async function answering(address: string, child: ChildProcess): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!hasEnded() && !(await fetch(address).catch(() => undefined))?.ok) await sleep(POLL_MS);
}
