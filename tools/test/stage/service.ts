import { on } from 'node:events';
import { join } from 'node:path';
import type { RequestOptions } from './connection.js';
import { NODE_FLAGS } from '../../src/start/service-process.js';
import { Program, type ProgramPlan } from './program.js';
import { PROJECT } from '../../src/project.js';

interface ServicePlan {
  readonly main: string;
  readonly port: string;
  readonly keyed: KeyedRequest;
}

/** A request whose status shows whether its key is active. */
export interface KeyedRequest {
  readonly path: string;
  readonly options?: RequestOptions;
}

/**
 * The services of the product: their program, the variable of their port, and a request that they answer with 200 to an
 * active key and with 401 to any other.
 */
const SERVICES = {
  api: { main: 'apps/api/src/main.ts', port: 'PORT', keyed: { path: '/api/v1/doctors?limit=1' } },
  mcp: {
    main: 'apps/mcp/src/main.ts',
    port: 'MCP_PORT',
    keyed: {
      path: '/mcp',
      options: {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      },
    },
  },
} as const satisfies Readonly<Record<string, ServicePlan>>;

export type ServiceKind = keyof typeof SERVICES;

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
      args: [
        ...NODE_FLAGS,
        '--conditions=@care-atlas/source',
        `--import=${join(PROJECT, 'tools/dev-register.mjs')}`,
        `--import=${join(import.meta.dirname, 'stepped-clock.ts')}`,
        `--import=${join(import.meta.dirname, '../../src/processes/stall-watch.ts')}`,
        `--import=${join(import.meta.dirname, 'held-memory.ts')}`,
        join(PROJECT, SERVICES[kind].main),
      ],
      env: { NODE_ENV: 'test', [SERVICES[kind].port]: String(plan.port), ...env },
    });
  }

  /** A request that shows whether a key is active. */
  get keyed(): KeyedRequest {
    return SERVICES[this.kind].keyed;
  }

  /** Sets its clock off by some milliseconds, as when a machine's clock is corrected. */
  async stepClock(milliseconds: number): Promise<void> {
    await this.#ask({ clockOffset: milliseconds }, 'clockOffset');
  }

  /**
   * Returns the longest stall of its event loop since the last call, in milliseconds, without the time that it waited
   * for a processor.
   */
  longestStall(): Promise<number> {
    return this.#ask({ ask: 'longestStall' }, 'longestStall');
  }

  /** Returns the memory that it holds after a garbage collection, megabytes. */
  heldMemory(): Promise<number> {
    return this.#ask({ ask: 'heldMemory' }, 'heldMemory');
  }

  /** Sends a message to a preloaded module and waits for the answer. The service sends other messages too. */
  async #ask(message: object, name: string): Promise<number> {
    const messages = on(this.child!, 'message') as AsyncIterable<[string | Readonly<Record<string, number>>]>;
    this.child!.send(message);
    for await (const [answer] of messages) {
      const value = typeof answer === 'string' ? undefined : answer[name];
      if (value !== undefined) return value;
    }
    throw new Error(`${this.name} did not send its ${name}.`);
  }
}
