import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HttpRequest, rawRequest } from './requests/http-request.js';
import type { MeasuredProcess } from './measured-process.js';
import { readWrkSummary, WRK_SUMMARY } from './wrk-output.js';

const CONNECTIONS = 32;

/** The result of a few seconds of load. */
export interface LoadResult {
  /** Answers per second. */
  readonly rate: number;
  /** Processor time of the servers per answer, microseconds. */
  readonly cpu: number;
  /** The same of the database. */
  readonly databaseCpu: number;
  /** Requests that failed; 0 unless failures are counted. */
  readonly failed: number;
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
  /** Counts failures instead of throwing. */
  readonly countFailures?: true;
  /** Returns the processor time used by the database so far, milliseconds. */
  readonly databaseTime: () => number;
}

/** Sends requests over 32 connections with wrk, which is written in C and takes little from the measured server. */
export class Load {
  static #count = 0;
  readonly #script: string;

  /**
   * @param folder for the files that wrk reads
   * @param requests sent in order and repeated, from a random one on
   */
  constructor(folder: string, requests: readonly HttpRequest[]) {
    const name = join(folder, `load-${++Load.#count}`);
    writeFileSync(`${name}.requests`, requests.map(rawRequest).join('\0'));
    this.#script = `${name}.lua`;
    writeFileSync(this.#script, luaScript(`${name}.requests`));
  }

  /**
   * @param servers the processes that share the load
   * @throws when an answer is no success, because failures are fast and would improve the result
   */
  async run(servers: readonly MeasuredProcess[], options: LoadOptions): Promise<LoadResult> {
    const { seconds, threads = 1, databaseTime } = options;
    const serverTime = () => servers.reduce((sum, server) => sum + server.cpu, 0);
    const ports = servers.map(({ port }) => port);
    const args = [`--threads=${threads}`, `--connections=${CONNECTIONS}`, `--duration=${seconds}s`];
    const start = String(Math.floor(Math.random() * 2 ** 31));
    const before = { server: serverTime(), database: databaseTime() };
    const { stdout } = await promisify(execFile)(
      'wrk',
      [...args, `--script=${this.#script}`, `http://127.0.0.1:${ports[0]}`],
      { env: { ...process.env, PORTS: ports.join(' '), START: start } },
    );
    const { requests, seconds: took, p50, p99, bytes, errors } = readWrkSummary(stdout);
    if (errors !== 0 && !options.countFailures)
      throw new Error(`${errors} of ${requests} answers were not a success.`);
    return {
      rate: requests / took,
      cpu: ((serverTime() - before.server) * 1000) / requests,
      databaseCpu: ((databaseTime() - before.database) * 1000) / requests,
      failed: errors,
      p50,
      p99,
      bytes: bytes / requests,
    };
  }
}

// The script reads all requests before the clock starts: sending the next one is a table look-up.
function luaScript(file: string): string {
  return `local ports = {}
for port in os.getenv("PORTS"):gmatch("%d+") do ports[#ports + 1] = port end
local threads = 0
function setup(thread)
  local port = ports[threads % #ports + 1]
  for _, address in ipairs(wrk.lookup("127.0.0.1", port)) do thread.addr = address end
  thread:set("number", threads)
  threads = threads + 1
end
local requests, at = {}, 0
function init()
  for text in io.open(${JSON.stringify(file)}, "rb"):read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = text
  end
  at = (tonumber(os.getenv("START")) + number * 7919) % #requests
end
function request()
  at = at % #requests + 1
  return requests[at]
end
${WRK_SUMMARY}`;
}

/** @throws when wrk is not installed */
export function requireWrk(): void {
  const { error } = spawnSync('wrk', ['--version'], { stdio: 'ignore' });
  if (error)
    throw new Error('The benchmark needs the load generator wrk, e.g. "apt-get install wrk".', {
      cause: error,
    });
}
