import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard } from './guard.js';
import { isListening } from './free-port.js';
import { until } from './until.js';

const PATIENCE_MS = 15_000;
// Debian keeps servers where an ordinary user's path does not lead.
const PATH = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;

/** What a program is started with, each time. */
export interface ProgramPlan {
  /** One word, for its log and for errors. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Beside the path, its whole environment: nothing of the caller's reaches it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it listens on 127.0.0.1 when it is ready. */
  readonly port: number;
  /** Where its log is kept. */
  readonly directory: string;
  readonly guard: Guard;
}

/** A server as a process of its own, which a test starts, ends, kills and freezes; always on the same port. */
export class Program {
  protected child: ChildProcess | undefined;

  constructor(private readonly plan: ProgramPlan) {}

  get name(): string {
    return this.plan.name;
  }

  get port(): number {
    return this.plan.port;
  }

  /** Of its present life. */
  get pid(): number {
    return this.child!.pid!;
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.pid)], { encoding: 'utf8' })) / 1024;
  }

  /** How its last life ended: the code that it chose, or the signal that ended it; undefined while it lives. */
  get ending(): number | NodeJS.Signals | undefined {
    return this.child?.exitCode ?? this.child?.signalCode ?? undefined;
  }

  get #logFile(): string {
    return join(this.plan.directory, `${this.name}.log`);
  }

  /** What it has written so far, over all its lives. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  /** Starts it, and waits until it listens. */
  async start(): Promise<void> {
    const { file, args, env, guard } = this.plan;
    // A file and not a pipe: nothing is lost of a process that is killed, nor waits for a reader.
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

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    const impatience = setTimeout(() => this.#signal('SIGKILL'), PATIENCE_MS);
    // What is frozen hears nothing.
    this.thaw();
    await this.#end('SIGTERM');
    clearTimeout(impatience);
  }

  /** Ends it without a chance to do anything about it. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Lets it stand still, with its connections open. */
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
