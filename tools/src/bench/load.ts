import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredProcess } from './measured-process.js';

const CONNECTIONS = 32;

/** Lua: what wrk prints at the end of a slice, for a program to read. */
const SUMMARY = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("%d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** What one slice of load showed. */
export interface Slice {
  /** Answers per second. */
  readonly rate: number;
  /** Processor time of the server per answer, microseconds. */
  readonly cpu: number;
  /** Latency, milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends random requests over 32 connections with wrk: written in C, it takes little from the server it measures. */
export class Load {
  readonly #script: string;
  readonly #plainScript: string;
  /** A request of median length: what a server that answers all alike is asked, so that both read as much. */
  readonly #plainRequest: { readonly path: string; readonly header: string };

  /** @param folder where the requests are written down for wrk */
  constructor(folder: string, paths: readonly string[], key: string) {
    const list = join(folder, 'paths.txt');
    this.#script = join(folder, 'load.lua');
    writeFileSync(list, paths.join('\n'));
    this.#plainScript = join(folder, 'plain.lua');
    writeFileSync(
      this.#script,
      `local paths = {}
for line in io.lines(${JSON.stringify(list)}) do paths[#paths + 1] = line end
local headers = { Authorization = "Bearer ${key}" }
math.randomseed(os.time())
local at = math.random(#paths)
request = function() at = at % #paths + 1; return wrk.format("GET", paths[at], headers) end
${SUMMARY}`,
    );
    writeFileSync(this.#plainScript, SUMMARY);
    const typical = paths.toSorted((a, b) => a.length - b.length)[paths.length >> 1]!;
    this.#plainRequest = { path: typical, header: `Authorization: Bearer ${key}` };
  }

  /**
   * @param paths whether to ask for the paths; a server that answers all alike is asked for one, so that the load
   * generator does not hold it back by choosing
   * @throws when any answer was not a success: a failure is quick, and would flatter
   */
  run(server: MeasuredProcess, seconds: number, paths: 'random' | 'one'): Slice {
    const before = server.cpu;
    const base = `http://127.0.0.1:${server.port}`;
    const { path, header } = this.#plainRequest;
    const target =
      paths === 'random'
        ? [`--script=${this.#script}`, base]
        : [`--script=${this.#plainScript}`, `--header=${header}`, `${base}${path}`];
    const args = ['--threads=1', `--connections=${CONNECTIONS}`, `--duration=${seconds}s`, ...target];
    const output = execFileSync('wrk', args, { encoding: 'utf8' });
    const [requests, duration, p50, p99, errors] = output.trim().split('\n').at(-1)!.split(' ').map(Number);
    if (errors !== 0) throw new Error(`${errors} of ${requests} answers were not a success.`);
    return {
      rate: requests! / (duration! / 1e6),
      cpu: ((server.cpu - before) * 1000) / requests!,
      p50: p50! / 1000,
      p99: p99! / 1000,
    };
  }
}

/** @throws one sentence, when wrk is not there */
export function requireWrk(): void {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return;
    throw new Error(
      'The benchmark needs the load generator wrk: install it, e.g. by "apt-get install wrk".',
      {
        cause: error,
      },
    );
  }
}
