import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { seeded } from '../../queries/random-query.js';
import { quantile } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { type HttpRequest, rawRequest } from '../requests/http-request.js';
import { dueTimes } from './arrivals.js';
import type { OpenLoopTimes } from './open-loop.js';

// The worker is beside this file, in src and in dist.
const WORKER = new URL(`./open-loop-worker${import.meta.url.slice(-3)}`, import.meta.url);
/** The share of a latency that may be the generator's own lateness. */
const LATE_SHARE = 0.25;
const SHARES = [0.5, 0.99, 0.999];

/** Latency when requests arrive at random, milliseconds; NaN where the generator was too late to tell. */
export interface OpenLatency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** How late the generator itself was, which is part of the latency. */
  readonly late50: number;
  readonly late99: number;
}

export type OpenLoadResult = Omit<LoadResult, 'bytes'> & OpenLatency;

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
   * @throws when an answer is no success
   */
  async run(
    server: MeasuredProcess,
    plan: { rate: number; seconds: number; seed: number; databaseTime: () => number },
  ): Promise<OpenLoadResult> {
    const { rate, seconds, seed, databaseTime } = plan;
    const due = dueTimes(rate, seconds, seeded(seed));
    const before = { server: server.cpu, database: databaseTime() };
    this.#worker.postMessage({ port: server.port, due });
    const [result] = (await once(this.#worker, 'message')) as [OpenLoopTimes | Error];
    if (result instanceof Error) throw result;
    return {
      rate: (due.length / due.at(-1)!) * 1000,
      cpu: ((server.cpu - before.server) * 1000) / due.length,
      databaseCpu: ((databaseTime() - before.database) * 1000) / due.length,
      ...openLatency(result),
    };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Returns the figures of a run; NaN for those that are not the server's, because the generator's lateness is a relevant
 * share of them.
 */
export function openLatency({ latency, lateness }: OpenLoopTimes): OpenLatency {
  const [late50, late99, late999] = SHARES.map((share) => quantile(lateness, share));
  const [p50, p99, p999] = SHARES.map((share) => quantile(latency, share));
  const sure = (figure: number, late: number) => (late > figure * LATE_SHARE ? NaN : figure);
  return {
    p50: sure(p50!, late50!),
    p99: sure(p99!, late99!),
    p999: sure(p999!, late999!),
    late50: late50!,
    late99: late99!,
  };
}
