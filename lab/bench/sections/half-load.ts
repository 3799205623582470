import { join } from 'node:path';
import { BenchDirectory } from '../bench-directory.js';
import { ratiosOf } from '../figures/load-table.js';
import { digits, paragraph, spread, table } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { OpenLoad, type OpenLoadResult } from '../open-loop/open-load.js';
import { averageSize } from '../requests/http-request.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';

const HTTP = 'node:http, constant';
const NEST = 'Nest, constant';
const DOCTORS = 'GET /doctors';
const ASKING = 'GET /doctors, KEY_CHECK=ask';
/** The share of its own saturation at which a server is measured. */
const SHARE = 0.4;
/** A run is longer than one at saturation, because it has fewer requests. */
const TIMES_SECONDS = 2;
const SIZE_SAMPLE = 500;

export const HALF_LOAD: Section = {
  name: 'half-load',
  title: 'Reads at half load',
  run: BenchDirectory.section(measure),
};

/** A server at saturation and at half load, in the same round. */
interface Loads extends OpenLoadResult {
  readonly saturated: LoadResult;
}

const FIGURES = {
  'CPU saturated': ({ saturated }) => saturated.cpu,
  CPU: ({ cpu }) => cpu,
  p50: ({ p50 }) => p50,
  p99: ({ p99 }) => p99,
  'p99.9': ({ p999 }) => p999,
} as const satisfies Record<string, (loads: Loads) => number>;
type Figure = keyof typeof FIGURES;
type Results = ReadonlyMap<string, readonly Loads[]>;

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.service();
  const asking = await directory.service({ env: { KEY_CHECK: 'ask' } });
  const paths = requestPaths(DOCTORS, await vocabularyOf(directory.url()));
  const requests = directory.requests(paths);
  const size = await averageSize(api.port, requests.slice(0, SIZE_SAMPLE));
  const constant = (name: string) =>
    directory.start(join(import.meta.dirname, `../servers/${name}.ts`), { args: [String(size)] });
  const servers = new Map<string, MeasuredProcess>([
    [HTTP, await constant('node-http')],
    [NEST, await constant('nest')],
    [DOCTORS, api],
    [ASKING, asking],
  ]);
  const saturation = Array.from(servers, ([name, server]): [string, () => Promise<LoadResult>] => [
    name,
    directory.target(server, requests),
  ]);
  const saturated = await inRounds(new Map(saturation), {
    ...run,
    log: (line) => run.log(`saturation, ${line}`),
  });
  const load = new OpenLoad(requests);
  try {
    const half = Array.from(servers, ([name, server]): [string, () => Promise<OpenLoadResult>] => {
      const rate = SHARE * median(saturated.get(name)!.map((result) => result.rate));
      const plan = { rate, seconds: TIMES_SECONDS * run.seconds, databaseTime: directory.databaseTime };
      let seed = 0;
      return [name, () => load.run(server, { ...plan, seed: ++seed })];
    });
    const opened = await inRounds(new Map(half), run);
    const results = new Map(
      Array.from(opened, ([name, loads]) => [
        name,
        loads.map((result, round): Loads => ({ ...result, saturated: saturated.get(name)![round]! })),
      ]),
    );
    return { aims: aims(results), blocks: blocks(results, size) };
  } finally {
    await load.close();
  }
}

function ratios(results: Results, target: string, reference: string, figure: Figure): number[] {
  const pick = FIGURES[figure];
  return ratiosOf(results, target, reference, (a, b) => pick(a) / pick(b)).filter(Number.isFinite);
}

function aims(results: Results): Aim[] {
  const aim = (what: string, bound: number, reference: string, figure: Figure): Aim => ({
    what: `${DOCTORS}: ${what}, times that of ${reference}`,
    bound,
    atMost: true,
    measured: median(ratios(results, DOCTORS, reference, figure)),
  });
  return [
    aim('server CPU saturated', 2.2, NEST, 'CPU saturated'),
    aim('server CPU at half load', 2.9, NEST, 'CPU'),
    aim('p50 at half load', 2, HTTP, 'p50'),
    aim('p99 at half load', 2, HTTP, 'p99'),
  ];
}

function blocks(results: Results, size: number): string[] {
  const middle = (name: string, pick: (loads: Loads) => number) =>
    digits(median(results.get(name)!.map(pick).filter(Number.isFinite)));
  const names = [...results.keys()];
  const figures = Object.keys(FIGURES) as Figure[];
  const against = (reference: string) => [
    `## Times ${reference}`,
    table(
      ['server', ...figures],
      names
        .filter((name) => name !== reference)
        .map((name) => [name, ...figures.map((figure) => spread(ratios(results, name, reference, figure)))]),
    ),
  ];
  return [
    paragraph(`Each server is saturated first, and then receives requests at random times, independently of one another,
      at ${SHARE * 100} % of its own saturation. A request is sent when it is due, over a free connection or a new one,
      whether or not others are answered; its latency counts from that time. Arrivals have the seeds 1, 2, … by round. The
      generator's own lateness is part of the latency. The latency of a round does not count ("–" if none does) when more
      than a quarter of it is lateness, or when the server had no processor for more than 15 % of the round: then the machine
      was busy with other work.`),
    paragraph(`The constant servers answer with ${size} bytes, the average body of GET /doctors. The API runs as
      \`npm start\` runs it, which checks keys in memory, and with \`KEY_CHECK=ask\`, which asks the database.`),
    table(
      [
        'server',
        'answers/s saturated',
        'CPU saturated, µs',
        'requests/s',
        'CPU, µs',
        'PostgreSQL CPU, µs',
        'p50 / p99 / p99.9, ms',
        'generator late by, p50 / p99, ms',
        'server without a processor, % of the time',
      ],
      names.map((name) => [
        name,
        middle(name, ({ saturated }) => saturated.rate),
        middle(name, FIGURES['CPU saturated']),
        middle(name, ({ rate }) => rate),
        middle(name, FIGURES.CPU),
        middle(name, ({ databaseCpu }) => databaseCpu),
        [FIGURES.p50, FIGURES.p99, FIGURES['p99.9']].map((pick) => middle(name, pick)).join(' / '),
        [({ late50 }: Loads) => late50, ({ late99 }: Loads) => late99]
          .map((pick) => middle(name, pick))
          .join(' / '),
        middle(name, ({ starved }) => starved * 100),
      ]),
    ),
    ...against(HTTP),
    ...against(NEST),
  ];
}
