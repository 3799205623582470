import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MeasuredProcess } from './measured-process.js';
import { type HttpRequest, rawRequest } from './requests/http-request.js';

const CONNECTIONS = 32;
const SCRIPT = join(import.meta.dirname, 'wrk.lua');

/** The result of a few seconds of load. */
export interface LoadResult {
  /** Answers per second. */
  readonly rate: number;
  /** Processor time of the servers per answer, microseconds. */
  readonly cpu: number;
  /** The same of the database. */
  readonly databaseCpu: number;
  /** Latency, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Average bytes of an answer, headers included. */
  readonly bytes: number;
}

export interface LoadOptions {
  readonly seconds: number;
  /** Threads of the generator; each sends to one of the servers, in turn. */
  readonly threads?: number;
  /** Returns the processor time used by the database so far, milliseconds. */
  readonly databaseTime: () => number;
}

/** Sends requests over 32 connections with wrk, which is written in C and takes little from the measured server. */
export class Load {
  static #count = 0;
  readonly #file: string;

  /**
   * @param folder for the file that wrk reads
   * @param requests sent in order and repeated, from a random one on
   */
  constructor(folder: string, requests: readonly HttpRequest[]) {
    this.#file = join(folder, `load-${++Load.#count}.requests`);
    writeFileSync(this.#file, requests.map(rawRequest).join('\0'));
  }

  /**
   * @param servers the processes that share the load
   * @throws when an answer is no success, because failures are fast and would improve the result
   */
  async run(
    servers: readonly Pick<MeasuredProcess, 'port' | 'cpu'>[],
    { seconds, threads = 1, databaseTime }: LoadOptions,
  ): Promise<LoadResult> {
    const serverTime = () => servers.reduce((sum, server) => sum + server.cpu, 0);
    const ports = servers.map(({ port }) => port);
    const args = [`--threads=${threads}`, `--connections=${CONNECTIONS}`, `--duration=${seconds}s`];
    const env = {
      PORTS: ports.join(' '),
      REQUESTS: this.#file,
      START: String(Math.floor(Math.random() * 2 ** 31)),
    };
    const before = { server: serverTime(), database: databaseTime() };
    const { stdout } = await promisify(execFile)(
      'wrk',
      [...args, `--script=${SCRIPT}`, `http://127.0.0.1:${ports[0]}`],
      { env: { ...process.env, ...env } },
    );
    const { requests, bytes, errors, ...summary } = readWrkSummary(stdout);
    if (errors !== 0) throw new Error(`${errors} of ${requests} answers were not a success.`);
    return {
      rate: requests / summary.seconds,
      cpu: ((serverTime() - before.server) * 1000) / requests,
      databaseCpu: ((databaseTime() - before.database) * 1000) / requests,
      p50: summary.p50,
      p99: summary.p99,
      bytes: bytes / requests,
    };
  }
}

/**
 * Parses the line that the script prints at its end: times in seconds, latencies in milliseconds.
 * @throws when there is none, or no request was answered
 */
export function readWrkSummary(output: string) {
  const numbers = /^care-atlas ([\d ]+)$/m.exec(output)?.[1]?.split(' ').map(Number);
  const [requests = 0, duration = 0, p50 = 0, p99 = 0, bytes = 0, errors = 0] = numbers ?? [];
  if (requests === 0) throw new Error(`The load generator counted no answers: ${output.trim()}`);
  return { requests, seconds: duration / 1e6, p50: p50 / 1000, p99: p99 / 1000, bytes, errors };
}

/** @throws when wrk is not installed */
export function requireWrk(): void {
  const { error: cause } = spawnSync('wrk', ['--version'], { stdio: 'ignore' });
  if (cause)
    throw new Error('The benchmark needs the load generator wrk, e.g. "apt-get install wrk".', { cause });
}
