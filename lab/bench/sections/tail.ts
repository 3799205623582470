import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../../tools/src/start/service-process.js';
import { BenchDirectory } from '../bench-directory.js';
import { ratiosOf } from '../figures/load-table.js';
import { digits, paragraph, spread, table } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import { type MeasuredProcess, REGISTER } from '../measured-process.js';
import { OpenLoad, type OpenLoadResult } from '../open-loop/open-load.js';
import { causeOf, type Pause, type Wait } from '../open-loop/pause.js';
import { averageSize } from '../requests/http-request.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

const DOCTORS = 'GET /doctors';
const HTTP = 'node:http, constant';
/** Shares of the saturation of GET /doctors, and the bound of its p99 there, times that of node:http at the same rate. */
const BOUND_BY_SHARE = new Map([
  [0.4, 1.5],
  [0.57, 5],
]);
/** The p99 of a run needs more requests than its median. */
const TIMES_SECONDS = 4;
const SIZE_SAMPLE = 500;

export const TAIL: Section = {
  name: 'tail',
  title: 'The slowest hundredth of reads',
  run: BenchDirectory.section(measure),
};

type Figure = keyof OpenLoadResult;
type Results = ReadonlyMap<string, readonly OpenLoadResult[]>;

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const recorder = join(import.meta.dirname, '../open-loop/pause-recorder.ts');
  const api = await directory.service({ flags: [...NODE_FLAGS, '--import', REGISTER, '--import', recorder] });
  const paths = requestPaths(DOCTORS, await vocabularyOf(directory.url()));
  const requests = directory.requests(paths);
  const size = await averageSize(api.port, requests.slice(0, SIZE_SAMPLE));
  const http = await directory.start(join(import.meta.dirname, '../servers/node-http.ts'), {
    args: [String(size)],
  });
  const saturated = await inRounds(new Map([[DOCTORS, directory.target(api, requests)]]), {
    ...run,
    log: (line) => run.log(`saturation, ${line}`),
  });
  const saturation = median(saturated.get(DOCTORS)!.map(({ rate }) => rate));
  const load = new OpenLoad(requests);
  const slow = new Map<string, Wait[]>();
  try {
    const servers = [
      [DOCTORS, api],
      [HTTP, http],
    ] as const;
    const targets = [...BOUND_BY_SHARE.keys()].flatMap((share) =>
      servers.map(([name, server]): [string, () => Promise<OpenLoadResult>] => {
        const plan = {
          rate: share * saturation,
          seconds: TIMES_SECONDS * run.seconds,
          databaseTime: directory.databaseTime,
        };
        const target = targetOf(name, share);
        const onSlow = (waits: readonly Wait[]) => slow.set(target, [...(slow.get(target) ?? []), ...waits]);
        let seed = 0;
        return [target, () => load.run(server, { ...plan, seed: ++seed, onSlow })];
      }),
    );
    const results = await inRounds(new Map(targets), run);
    return report(results, saturation, size, causesOf(slow, await pausesOf(api)));
  } finally {
    await load.close();
  }
}

/** Returns what paused the event loop of a server. */
async function pausesOf({ child }: MeasuredProcess): Promise<readonly Pause[]> {
  child.send('pauses');
  for (;;) {
    const [message] = (await once(child, 'message')) as [{ readonly pauses?: readonly Pause[] }];
    if (message.pauses) return message.pauses;
  }
}

/** Returns the rows of a table of what held up the slowest requests of the API, the most frequent cause first. */
function causesOf(slow: ReadonlyMap<string, readonly Wait[]>, pauses: readonly Pause[]): readonly string[][] {
  return [...BOUND_BY_SHARE.keys()].flatMap((share) => {
    const waits = slow.get(targetOf(DOCTORS, share)) ?? [];
    const causes = [...Map.groupBy(waits, (wait) => causeOf(wait, pauses))];
    return causes
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([cause, held]) => {
        const longest = Math.max(...held.map(({ from, to }) => to - from));
        return [percent(share), cause, percent(held.length / waits.length), digits(longest)];
      });
  });
}

function report(
  results: Results,
  saturation: number,
  size: number,
  causes: readonly string[][],
): SectionReport {
  const times = (share: number, figure: Figure) =>
    ratiosOf(
      results,
      targetOf(DOCTORS, share),
      targetOf(HTTP, share),
      (a, b) => a[figure] / b[figure],
    ).filter(Number.isFinite);
  const middles = (name: string, ...figures: readonly Figure[]) =>
    figures
      .map((figure) =>
        digits(
          median(
            results
              .get(name)!
              .map((result) => result[figure])
              .filter(Number.isFinite),
          ),
        ),
      )
      .join(' / ');
  return {
    aims: Array.from(BOUND_BY_SHARE, ([share, bound]) => ({
      what: `${targetOf(DOCTORS, share)}: p99, times that of ${HTTP}`,
      bound,
      atMost: true,
      measured: median(times(share, 'p99')),
    })),
    blocks: [
      paragraph(`Requests arrive at random times, independently of one another, at a share of the rate at which GET /doctors
        is saturated, ${digits(saturation)} answers a second. The constant server gets as many requests, and answers them
        with ${size} bytes. [Reads at half load](half-load.md) says how latency is measured, and when a round does not
        count.`),
      table(
        ['server', 'requests/s', 'CPU, µs', 'p50 / p99 / p99.9, ms', 'generator late by, p50 / p99, ms'],
        [...results.keys()].map((name) => [
          name,
          middles(name, 'rate'),
          middles(name, 'cpu'),
          middles(name, 'p50', 'p99', 'p999'),
          middles(name, 'late50', 'late99'),
        ]),
      ),
      `GET /doctors, times ${HTTP} at the same rate:`,
      table(
        ['share of saturation', 'CPU', 'p50', 'p99', 'p99.9'],
        [...BOUND_BY_SHARE.keys()].map((share) => [
          percent(share),
          ...(['cpu', 'p50', 'p99', 'p999'] as const).map((figure) => spread(times(share, figure))),
        ]),
      ),
      paragraph(`What the slowest hundredth of GET /doctors waited for, warm-up included: what paused the event loop for most of
        the wait. "no processor" is the machine's doing; "work of the event loop" is JavaScript, compiling included.`),
      table(['share of saturation', 'held up by', 'of the slowest hundredth', 'longest wait, ms'], causes),
    ],
  };
}

function targetOf(name: string, share: number): string {
  return `${name}, at ${percent(share)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
