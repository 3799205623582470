import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { seeded } from '../../../tools/src/queries/random-query.js';
import { quantile } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { type HttpRequest, rawRequest } from '../requests/http-request.js';
import { dueTimes } from './arrivals.js';
import type { OpenLoopTimes } from './open-loop.js';
import type { Wait } from './pause.js';

// The worker is beside this file, in src and in dist.
const WORKER = new URL('./open-loop-worker.ts', import.meta.url);
/** The share of a latency that may be the generator's own lateness. */
const LATE_SHARE = 0.25;
/** The share of a run for which the server may lack a processor: waking up takes it a few microseconds each time. */
const STARVED_SHARE = 0.15;
const SLOW = 0.99;
const SHARES = [0.5, SLOW, 0.999];

/** Latency when requests arrive at random, milliseconds; NaN where the generator or the machine was too busy to tell. */
export interface OpenLatency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** How late the generator itself was, which is part of the latency. */
  readonly late50: number;
  readonly late99: number;
}

export interface OpenLoadResult extends Omit<LoadResult, 'bytes'>, OpenLatency {
  /** The share of the run for which the server was ready to run but had no processor. */
  readonly starved: number;
}

/** Sends requests that arrive at random, at a given rate, whether or not earlier ones are answered. */
export class OpenLoad {
  readonly #worker: Worker;

  /** @param requests sent in order and repeated */
  constructor(requests: readonly HttpRequest[]) {
    this.#worker = new Worker(WORKER, { workerData: requests.map(rawRequest) });
  }

  /**
   * @param rate the mean number of requests per second
   * @param seed of the arrivals
   * @param onSlow receives the waits of the slowest hundredth
   * @throws when an answer is no success
   */
  async run(
    server: MeasuredProcess,
    plan: {
      rate: number;
      seconds: number;
      seed: number;
      databaseTime: () => number;
      onSlow?: (waits: readonly Wait[]) => void;
    },
  ): Promise<OpenLoadResult> {
    const { rate, seconds, seed, databaseTime, onSlow } = plan;
    const due = dueTimes(rate, seconds, seeded(seed));
    const before = { server: server.cpu, starved: server.starved, database: databaseTime() };
    this.#worker.postMessage({ port: server.port, due });
    const [result] = (await once(this.#worker, 'message')) as [OpenLoopTimes | Error];
    if (result instanceof Error) throw result;
    const starved = (server.starved - before.starved) / due.at(-1)!;
    onSlow?.(slowWaits(result, due));
    return {
      rate: (due.length / due.at(-1)!) * 1000,
      cpu: ((server.cpu - before.server) * 1000) / due.length,
      databaseCpu: ((databaseTime() - before.database) * 1000) / due.length,
      starved,
      ...openLatency(result, starved),
    };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Returns when the requests of the slowest hundredth waited. */
function slowWaits({ begun, latency, lateness }: OpenLoopTimes, due: Float64Array): readonly Wait[] {
  const least = quantile(latency, SLOW);
  return Array.from(latency, (wait, i) => {
    const from = begun + due[i]!;
    return { from, to: from + wait, late: lateness[i]! };
  }).filter((_wait, i) => latency[i]! >= least);
}

/**
 * Returns the figures of a run; NaN for those that are not the server's, because the generator's lateness is a relevant
 * share of them, or the server lacked a processor for a relevant share of the run.
 */
export function openLatency(
  { latency, lateness }: Pick<OpenLoopTimes, 'latency' | 'lateness'>,
  starved: number,
): OpenLatency {
  const [late50, late99, late999] = SHARES.map((share) => quantile(lateness, share));
  const figure = (share: number, late: number) => {
    const measured = quantile(latency, share);
    return starved > STARVED_SHARE || late > measured * LATE_SHARE ? NaN : measured;
  };
  const [p50, p99, p999] = [figure(0.5, late50!), figure(0.99, late99!), figure(0.999, late999!)];
  return { p50, p99, p999, late50: late50!, late99: late99! };
}
