import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { NODE_FLAGS } from '../service-process.js';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** A server in a process of its own, whose processor time and memory can be read. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Starts a program that sends 'ready' when it listens. */
  static async start(
    file: string,
    args: readonly string[],
    port: number,
    env = {},
    flags: readonly string[] = [],
  ): Promise<MeasuredProcess> {
    const child = fork(file, args, {
      env: { ...process.env, ...env, PORT: String(port) },
      execArgv: [...NODE_FLAGS, ...flags],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message) => message === 'ready' && resolve());
      child.once('exit', () => reject(new Error(`${file} ended before it was ready.`)));
    });
    return new MeasuredProcess(child, port);
  }

  /** Processor time used so far, user and system, in milliseconds. */
  get cpu(): number {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1]) / 1024;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}
