import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HttpRequest, rawRequest } from './http-request.js';
import type { MeasuredProcess } from './measured-process.js';
import { endedTime } from './processor-time.js';
import { readWrkSummary, WRK_SUMMARY } from './wrk-output.js';

const CONNECTIONS = 32;

/** What one slice of load showed. */
export interface Slice {
  /** Answers per second. */
  readonly rate: number;
  /** Processor time of the server per answer, microseconds. */
  readonly cpu: number;
  /** The same of the database behind it; 0 when it was not watched. */
  readonly database: number;
  /** What the load generator itself took for an answer, microseconds. */
  readonly generator: number;
  /** Requests that were not answered with a success; 0 unless they were allowed. */
  readonly failed: number;
  /** Latency, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Bytes of an answer on average, headers included. */
  readonly bytes: number;
}

/** What a slice of load is made with. */
export interface LoadOptions {
  readonly seconds: number;
  /** Threads of the generator; each asks one of the servers, in turn. */
  readonly threads?: number;
  /** Lets failures be counted, where they are what is looked for. */
  readonly countFailures?: true;
  /** Tells the processor time that the database has used so far, milliseconds. */
  readonly database?: () => number;
}

/** Sends requests over 32 connections with wrk: written in C, it takes little from the server it measures. */
export class Load {
  static #made = 0;
  readonly #script: string;

  /**
   * @param folder where the requests are written down for wrk
   * @param requests sent one after the other on all connections, from a random one on, and over again
   */
  constructor(folder: string, requests: readonly HttpRequest[]) {
    const name = join(folder, `load-${++Load.#made}`);
    writeFileSync(`${name}.requests`, requests.map(rawRequest).join('\0'));
    this.#script = `${name}.lua`;
    writeFileSync(this.#script, luaScript(`${name}.requests`));
  }

  /**
   * @param servers the processes that share the load
   * @throws when any answer was not a success: a failure is quick, and would flatter
   */
  async run(servers: readonly MeasuredProcess[], options: LoadOptions): Promise<Slice> {
    const { seconds, threads = 1, database = () => 0 } = options;
    const cpu = () => servers.reduce((sum, server) => sum + server.cpu, 0);
    const ports = servers.map(({ port }) => port);
    const before = { cpu: cpu(), database: database(), generator: endedTime() };
    const { stdout } = await promisify(execFile)(
      'wrk',
      [
        `--threads=${threads}`,
        `--connections=${CONNECTIONS}`,
        `--duration=${seconds}s`,
        `--script=${this.#script}`,
        `http://127.0.0.1:${ports[0]}`,
      ],
      {
        env: { ...process.env, PORTS: ports.join(' '), START: String(Math.floor(Math.random() * 2 ** 31)) },
      },
    );
    const { requests, seconds: took, p50, p99, bytes, errors } = readWrkSummary(stdout);
    if (errors !== 0 && !options.countFailures)
      throw new Error(`${errors} of ${requests} answers were not a success.`);
    return {
      rate: requests / took,
      cpu: ((cpu() - before.cpu) * 1000) / requests,
      database: ((database() - before.database) * 1000) / requests,
      generator: ((endedTime() - before.generator) * 1000) / requests,
      failed: errors,
      p50,
      p99,
      bytes: bytes / requests,
    };
  }
}

// The requests are read whole before the clock starts: sending the next one is looking it up.
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

/** @throws one sentence, when wrk is not there */
export function requireWrk(): void {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return;
    throw new Error(
      'The benchmark needs the load generator wrk: install it, e.g. by "apt-get install wrk".',
      { cause: error },
    );
  }
}
