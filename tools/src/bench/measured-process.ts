import type { ChildProcess } from 'node:child_process';
import { NODE_FLAGS, ServiceProcess } from '../start/service-process.js';
import { processorTime, residentMemory } from './processor-time.js';

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
    private readonly service: ServiceProcess,
    readonly port: number,
    /** Milliseconds from its start until it listened. */
    readonly startMs: number,
  ) {}

  /** Starts a program that sends 'ready' when it listens. */
  static async start(file: string, plan: ProcessPlan): Promise<MeasuredProcess> {
    const { port, args = [], flags = NODE_FLAGS, cwd } = plan;
    const env = { ...process.env, ...plan.env, PORT: String(port), MCP_PORT: String(port) };
    const begun = performance.now();
    const service = new ServiceProcess({
      name: file,
      args: [...flags, file, ...args],
      env,
      quiet: true,
      ...(cwd !== undefined && { cwd }),
    });
    await service.ready;
    return new MeasuredProcess(service, port, performance.now() - begun);
  }

  get child(): ChildProcess {
    return this.service.child;
  }

  /** The processor time used so far, user and system, in milliseconds. */
  get cpu(): number {
    return processorTime(this.child.pid!);
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    return residentMemory(this.child.pid!);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
