import { join } from 'node:path';
import { askProcess } from '../../../src/processes/ask-process.js';
import type { RequestOptions } from '../connection.js';
import { NODE_FLAGS } from '../../../src/start/service-process.js';
import { Program, type ProgramPlan } from './program.js';
import { type ServiceName, SERVICES, sourceArguments } from './services.js';

/** A request whose status shows whether its key is active. */
export interface KeyedRequest {
  readonly path: string;
  readonly options?: RequestOptions;
}

/** The requests that a service answers with 200 to an active key and with 401 to any other. */
const KEYED = {
  api: { path: '/api/v1/doctors?limit=1' },
  mcp: {
    path: '/mcp',
    options: {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    },
  },
} as const satisfies Partial<Record<ServiceName, KeyedRequest>>;

/** Modules that let a test control and measure the process. */
const PRELOADS = ['../stepped-clock.ts', '../../../src/processes/stall-watch.ts', '../held-memory.ts'].map(
  (file) => `--import=${join(import.meta.dirname, file)}`,
);

export type ServiceKind = keyof typeof KEYED;

/** A service of the product, run from source. */
export class Service extends Program {
  /** @param env the variables that it is configured by, beside its port */
  constructor(
    readonly kind: ServiceKind,
    env: Readonly<Record<string, string>>,
    plan: Omit<ProgramPlan, 'file' | 'args' | 'env'>,
  ) {
    super({
      ...plan,
      file: process.execPath,
      args: [...NODE_FLAGS, ...sourceArguments(SERVICES[kind].main, PRELOADS)],
      env: { NODE_ENV: 'test', [SERVICES[kind].port]: String(plan.port), ...env },
    });
  }

  /** A request that shows whether a key is active. */
  get keyed(): KeyedRequest {
    return KEYED[this.kind];
  }

  /** Sets its clock off by some milliseconds, as when a machine's clock is corrected. */
  async stepClock(milliseconds: number): Promise<void> {
    await askProcess(this.child!, { clockOffset: milliseconds }, 'clockOffset');
  }

  /**
   * Returns the longest stall of its event loop since the last call, in milliseconds, without the time that it waited
   * for a processor.
   */
  longestStall(): Promise<number> {
    return askProcess(this.child!, { ask: 'longestStall' }, 'longestStall');
  }

  /** Returns the memory that it holds after a garbage collection, megabytes. */
  heldMemory(): Promise<number> {
    return askProcess(this.child!, { ask: 'heldMemory' }, 'heldMemory');
  }
}
