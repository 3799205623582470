import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard } from '../guard.js';
import { residentMemory } from '../../../src/processes/processor-time.js';
import { isListening } from '../../../src/processes/is-listening.js';
import { until } from '../until.js';

const STOP_TIMEOUT_MS = 120_000;
// Debian installs servers in folders that are not on the path of ordinary users.
const PATH = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;

/** How to start a program. */
export interface ProgramPlan {
  /** One word, for its log file and for errors. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Its environment, apart from the path: it does not inherit that of the test. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port of 127.0.0.1 on which it listens when it is ready. */
  readonly port: number;
  /** The folder of its log. */
  readonly directory: string;
  readonly guard: Guard;
}

/** A server process that a test starts, stops, kills and suspends, always on the same port. */
export class Program {
  protected child: ChildProcess | undefined;

  constructor(private readonly plan: ProgramPlan) {}

  get name(): string {
    return this.plan.name;
  }

  get port(): number {
    return this.plan.port;
  }

  /** The id of the current process. */
  get pid(): number {
    return this.child!.pid!;
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    if (process.platform === 'linux') return residentMemory(this.pid);
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.pid)], { encoding: 'utf8' })) / 1024;
  }

  /** The exit code or signal of the last process; undefined while it runs. */
  get ending(): number | NodeJS.Signals | undefined {
    return this.child?.exitCode ?? this.child?.signalCode ?? undefined;
  }

  get #logFile(): string {
    return join(this.plan.directory, `${this.name}.log`);
  }

  /** Its output so far, over all restarts. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  /** Starts it, and waits until it listens. */
  async start(): Promise<void> {
    const { file, args, env, guard } = this.plan;
    // Unlike a pipe, a file keeps everything from a killed process, and never blocks.
    const log = openSync(this.#logFile, 'a');
    const child = spawn(file, args, { env: { PATH, ...env }, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    await once(child, 'spawn');
    const pid = child.pid!;
    guard.add(pid);
    child.once('exit', () => guard.remove(pid));
    this.child = child;
    try {
      await until(`${this.name} listened`, () => {
        if (hasEnded(child)) throw new Error(`${this.name} ended while it started.`);
        return isListening(this.port);
      });
    } catch (error) {
      throw new Error(`${(error as Error).message} Its log:\n${this.log}`, { cause: error });
    }
  }

  /** Stops it, and waits until it has ended. */
  async stop(): Promise<void> {
    const timeout = setTimeout(() => this.#signal('SIGKILL'), STOP_TIMEOUT_MS);
    // A suspended process handles no signals.
    this.thaw();
    await this.#end('SIGTERM');
    clearTimeout(timeout);
  }

  /** Kills it. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Suspends it, and keeps its connections open. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || hasEnded(this.child)) return;
    const ended = once(this.child, 'exit');
    this.#signal(signal);
    await ended;
  }

  #signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
