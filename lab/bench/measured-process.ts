import { join } from 'node:path';
import { PROJECT } from '../../tools/src/project.js';
import { NODE_FLAGS, ServiceProcess } from '../../tools/src/start/service-process.js';
import { processorTime, residentMemory, starvedTime } from '../../tools/src/processes/processor-time.js';

/** Lets Node run servers of the lab from source. The libraries that they import are those that are built. */
export const REGISTER = join(PROJECT, 'tools/dev-register.mjs');

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
export class MeasuredProcess extends ServiceProcess {
  /** Milliseconds from its start until it listened. */
  startMs = 0;

  private constructor(
    file: string,
    readonly port: number,
    { args = [], env, flags = NODE_FLAGS, cwd }: Omit<ProcessPlan, 'port'>,
  ) {
    super({
      name: file,
      args: [...flags, ...(file.endsWith('.ts') ? ['--import', REGISTER] : []), file, ...args],
      env: { ...process.env, ...env, PORT: String(port), MCP_PORT: String(port) },
      quiet: true,
      ...(cwd !== undefined && { cwd }),
    });
  }

  /** Starts a program that sends 'ready' when it listens. */
  static async start(file: string, plan: ProcessPlan): Promise<MeasuredProcess> {
    const begun = performance.now();
    const server = new MeasuredProcess(file, plan.port, plan);
    await server.ready;
    server.startMs = performance.now() - begun;
    return server;
  }

  /** The processor time used so far, user and system, in milliseconds. */
  get cpu(): number {
    return processorTime(this.child.pid!);
  }

  /** The time without a processor although there was work, so far, in milliseconds. */
  get starved(): number {
    return starvedTime(this.child.pid!);
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    return residentMemory(this.child.pid!);
  }
}
