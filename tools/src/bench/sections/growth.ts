import { join } from 'node:path';
import { NODE_FLAGS } from '../../start/service-process.js';
import { freePort } from '../../processes/free-port.js';
import { BenchDirectory, execute } from '../bench-directory.js';
import type { ModelCost } from '../growth/model-process.js';
import { multiplyDirectory } from '../growth/multiply-directory.js';
import { startTime } from '../growth/start-time.js';
import { measureSwap, type Swap } from '../growth/swap.js';
import { keyed } from '../requests/http-request.js';
import { Load } from '../load.js';
import { type LoadResults, loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import type { MeasuredProcess } from '../measured-process.js';
import { requestPaths, type RequestName, vocabularyOf } from '../requests/request-paths.js';
import { programResult } from '../program-result.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';
import { median } from '../figures/statistics.js';

const DOCTORS = 'GET /doctors';
const REQUESTS: readonly RequestName[] = [DOCTORS, 'GET /doctors/search', 'GET /clinics by distance'];
const WITHOUT_REVIEWS = 'without_reviews';
const MODEL_PROCESS = join(import.meta.dirname, '../growth/model-process.js');
const STALL_WATCH = join(import.meta.dirname, '../../processes/stall-watch.js');

/** An API that serves a directory of some size. */
interface SizedApi {
  readonly doctors: number;
  readonly databaseUrl: string;
  readonly model: ModelCost;
  readonly api: MeasuredProcess;
  /** Resident memory when it listened, megabytes. */
  readonly started: number;
  readonly loads: ReadonlyMap<RequestName, Load>;
}

interface SizeCost extends SizedApi {
  /** Resident memory after the load, megabytes. */
  readonly loaded: number;
  readonly swap: Swap;
}

export const GROWTH: Section = {
  name: 'growth',
  title: 'Growth',
  summary: 'throughput, memory, start and dataset swaps at several sizes of the directory',
  document: 'reads',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const { sizes, seconds, log } = run;
  log('the first and the second start of the product');
  const starts = [await startOnce(directory), await startOnce(directory)];
  // All databases are created before the first API starts: a database with connections cannot be copied.
  for (const doctors of sizes.slice(1)) {
    log(`creating ${doctors} doctors`);
    await directory.create(databaseOf(doctors), 'directory');
    await multiplyDirectory(directory.url(databaseOf(doctors)), doctors / directory.doctors);
  }
  await directory.create(WITHOUT_REVIEWS, 'directory');
  await execute(directory.url(WITHOUT_REVIEWS), 'truncate review');
  const bare = await modelCost(directory.url(WITHOUT_REVIEWS));
  const apis: SizedApi[] = [];
  for (const doctors of sizes) apis.push(await startApi(directory, doctors, log));

  const options = { seconds, databaseTime: directory.databaseTime };
  const targets = new Map(
    apis.flatMap(({ doctors, api, loads }) =>
      Array.from(loads, ([name, load]) => [`${doctors} ${name}`, () => load.run([api], options)] as const),
    ),
  );
  const results = await inRounds(targets, run);
  const costs: SizeCost[] = [];
  for (const sized of apis) {
    const { api, doctors, loads, databaseUrl } = sized;
    log(`a dataset swap with ${doctors} doctors`);
    const loaded = api.memory;
    costs.push({ ...sized, loaded, swap: await measureSwap(api, loads.get(DOCTORS)!, databaseUrl, options) });
  }
  const { model } = costs[0]!;
  const reviews = model.arrays + model.heap - bare.arrays - bare.heap;
  const byRequest = new Map(REQUESTS.map((name) => [name, resultsOf(results, sizes, name)]));
  return {
    aims: aims(costs, byRequest.get(DOCTORS)!),
    blocks: [
      paragraph(`The larger directories contain the first one several times, under other numbers: doctors, clinics with
        their hours, and services. All have the reviews of the first one, about five per doctor of it, which take
        ${digits(reviews)} MB. One API per size runs at the same time.`),
      ...Array.from(byRequest, ([name, sized]) =>
        loadTable(`${name}, doctors`, sized, [
          ratioColumn('of the first size', sized, sizes[0].toLocaleString('en')),
        ]),
      ),
      paragraph(
        'Inside the process, without HTTP: microseconds of processor time per operation, random queries.',
      ),
      costTable('operation', costs, operationRows(costs)),
      costTable('start, memory, new versions', costs, COSTS),
      paragraph(`A process holds ${digits(memoryPer100k(costs))} MB for every additional 100,000 doctors without reviews,
        and during a swap ${digits(swapMemoryPer100k(costs))} MB per 100,000 more, because it holds two versions then.
        The whole product takes ${digits(starts[0]!)} s from the command to the first answer at its first start, when it
        creates the database and loads the sample, and ${digits(starts[1]!)} s later.`),
    ],
  };
}

/** Measures the read model of a database in a process that holds nothing else. */
function modelCost(databaseUrl: string): Promise<ModelCost> {
  return programResult(MODEL_PROCESS, [databaseUrl], [...NODE_FLAGS, '--expose-gc']);
}

async function startOnce({ folder }: BenchDirectory): Promise<number> {
  return startTime(join(folder, 'start'), await freePort());
}

async function startApi(
  directory: BenchDirectory,
  doctors: number,
  log: (line: string) => void,
): Promise<SizedApi> {
  log(`loading ${doctors} doctors`);
  const database = doctors === directory.doctors ? undefined : databaseOf(doctors);
  const databaseUrl = directory.url(database);
  const model = await modelCost(databaseUrl);
  const flags = [...NODE_FLAGS, '--import', STALL_WATCH];
  const api = await directory.api({ flags, ...(database !== undefined && { database }) });
  const started = api.memory;
  const words = await vocabularyOf(databaseUrl);
  const loads = new Map(
    REQUESTS.map((name) => [
      name,
      new Load(directory.folder, keyed(requestPaths(name, words), directory.key)),
    ]),
  );
  return { doctors, databaseUrl, model, api, started, loads };
}

function databaseOf(doctors: number): string {
  return `doctors_${doctors}`;
}

function resultsOf(results: LoadResults, sizes: readonly number[], name: RequestName): LoadResults {
  return new Map(sizes.map((doctors) => [doctors.toLocaleString('en'), results.get(`${doctors} ${name}`)!]));
}

function aims(costs: readonly SizeCost[], doctors: LoadResults): Aim[] {
  const [first, last] = [[...doctors.keys()][0]!, [...doctors.keys()].at(-1)!];
  return [
    {
      what: `throughput with ${last} doctors, of that with ${first}`,
      bound: 0.5,
      measured: median(ratiosOf(doctors, last, first)),
    },
    {
      what: 'memory of a process per additional 100,000 doctors without reviews, outside a swap, MB',
      bound: 50,
      atMost: true,
      measured: memoryPer100k(costs),
    },
    {
      what: 'longest stall in a dataset swap under load, any size, ms',
      bound: 50,
      atMost: true,
      measured: Math.max(...costs.map(({ swap }) => swap.stall)),
    },
  ];
}

type CostRow = readonly [what: string, pick: (cost: SizeCost) => number];

const COSTS: readonly CostRow[] = [
  ['the read model loaded from PostgreSQL, s', ({ model }) => model.load],
  ['API, from its start until it listens, s', ({ api }) => api.startMs / 1000],
  ['columns of the read model, outside the heap, MB', ({ model }) => model.arrays],
  ['the rest of the read model, on the heap, MB', ({ model }) => model.heap],
  ['API, resident when it listens, MB', ({ started }) => started],
  ['API, resident after the load, MB', ({ loaded }) => loaded],
  ['API, resident at most during a swap, MB', ({ swap }) => swap.peakMemory],
  ['longest stall of the event loop under load without a swap, ms', ({ swap }) => swap.stallBefore],
  ['longest stall of the event loop in a swap under load, ms', ({ swap }) => swap.stall],
  ['requests that failed during a swap', ({ swap }) => swap.failed],
  ['from a new version until it is served, under load, s', ({ swap }) => swap.seconds],
];

function operationRows([first]: readonly SizeCost[]): CostRow[] {
  return Object.keys(first!.model.operations).map((name) => [name, ({ model }) => model.operations[name]!]);
}

function costTable(heading: string, costs: readonly SizeCost[], rows: readonly CostRow[]): string {
  const head = [heading, ...costs.map(({ doctors }) => `${doctors.toLocaleString('en')} doctors`)];
  return table(
    head,
    rows.map(([what, pick]) => [what, ...costs.map((cost) => digits(pick(cost)))]),
  );
}

/** Megabytes that a process under load, outside a swap, holds for every additional 100,000 doctors. */
function memoryPer100k(costs: readonly SizeCost[]): number {
  const [first, last] = [costs[0]!, costs.at(-1)!];
  return ((last.loaded - first.loaded) / (last.doctors - first.doctors)) * 100_000;
}

function swapMemoryPer100k(costs: readonly SizeCost[]): number {
  const { swap, loaded, doctors } = costs.at(-1)!;
  return (Math.max(0, swap.peakMemory - loaded) / doctors) * 100_000;
}
