import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { NODE_FLAGS } from '../start/service-process.js';
import { processorTime, residentMemory } from './processor-time.js';

const STOP_TIMEOUT_MS = 10_000;

/** How to start a measured process. */
export interface ProcessPlan {
  readonly port: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of Node; by default those of every service. */
  readonly flags?: readonly string[];
  readonly cwd?: string;
}

/** A server process whose processor time and memory can be read. */
export class MeasuredProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** Milliseconds from its start until it listened. */
    readonly startMs: number,
  ) {}

  /** Starts a program that sends 'ready' when it listens. */
  static async start(file: string, plan: ProcessPlan): Promise<MeasuredProcess> {
    const { port, args = [], env, flags = NODE_FLAGS, cwd } = plan;
    const begun = performance.now();
    const child = fork(file, args, {
      env: { ...process.env, ...env, PORT: String(port) },
      execArgv: [...flags],
      ...(cwd && { cwd }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message) => message === 'ready' && resolve());
      child.once('exit', () => reject(new Error(`${file} ended before it was ready.`)));
    });
    return new MeasuredProcess(child, port, performance.now() - begun);
  }

  /** The processor time used so far, user and system, in milliseconds. */
  get cpu(): number {
    return processorTime(this.child.pid!);
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    return residentMemory(this.child.pid!);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timeout = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timeout);
  }
}
