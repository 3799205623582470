import { join } from 'node:path';
import { NODE_FLAGS } from '../../start/service-process.js';
import { BenchDirectory } from '../bench-directory.js';
import { loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import { multiplyDirectory } from '../growth/multiply-directory.js';
import { measureSwap, type Swap } from '../growth/swap.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { requestPaths, type RequestName, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

const DOCTORS = 'GET /doctors';
const REQUESTS: readonly RequestName[] = [DOCTORS, 'GET /doctors/search', 'GET /clinics by distance'];
const STALL_WATCH = join(import.meta.dirname, '../../processes/stall-watch.js');

/** An API that serves a directory of some size. */
interface SizedApi {
  readonly doctors: number;
  readonly database: string | undefined;
  readonly api: MeasuredProcess;
  /** Resident memory when it listened, megabytes. */
  readonly started: number;
  readonly targets: ReadonlyMap<string, () => Promise<LoadResult>>;
}

interface SizeCost extends SizedApi {
  /** Resident memory after the load, megabytes. */
  readonly loaded: number;
  readonly swap: Swap;
}

export const GROWTH: Section = {
  name: 'growth',
  title: 'Growth of the directory',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const { sizes, log } = run;
  // All databases are created before the first API starts: a database with connections cannot be copied.
  for (const doctors of sizes.slice(1)) {
    log(`creating ${doctors} doctors`);
    await directory.create(`doctors_${doctors}`, 'directory');
    await multiplyDirectory(directory.url(`doctors_${doctors}`), doctors / directory.doctors);
  }
  const apis: SizedApi[] = [];
  for (const doctors of sizes) {
    log(`loading ${doctors} doctors`);
    apis.push(await startApi(directory, doctors));
  }
  const results = await inRounds(new Map(apis.flatMap(({ targets }) => [...targets])), run);
  const costs: SizeCost[] = [];
  for (const sized of apis) {
    const { doctors, database, api, targets } = sized;
    log(`a dataset swap with ${doctors} doctors`);
    const loaded = api.memory;
    const swap = await measureSwap(api, targets.get(targetName(DOCTORS, doctors))!, directory.url(database));
    costs.push({ ...sized, loaded, swap });
  }
  const [first, last] = [costs[0]!, costs.at(-1)!];
  const memory = ((last.loaded - first.loaded) / (last.doctors - first.doctors)) * 100_000;
  const swapMemory = (Math.max(0, last.swap.peakMemory - last.loaded) / last.doctors) * 100_000;
  const [firstName, lastName] = [targetName(DOCTORS, first.doctors), targetName(DOCTORS, last.doctors)];
  return {
    aims: [
      {
        what: `throughput of ${lastName}, of that of ${firstName}`,
        bound: 0.5,
        measured: median(ratiosOf(results, lastName, firstName)),
      },
      {
        what: 'memory of a process per additional 100,000 doctors without reviews, outside a swap, MB',
        bound: 50,
        atMost: true,
        measured: memory,
      },
      {
        what: 'longest stall in a dataset swap under load, any size, ms',
        bound: 50,
        atMost: true,
        measured: Math.max(...costs.map(({ swap }) => swap.stall)),
      },
    ],
    blocks: [
      paragraph(`The larger directories contain the first one several times, under other numbers: doctors, clinics with
        their hours, and services. All have the reviews of the first one, about five per doctor of it. One API per size
        runs at the same time.`),
      ...REQUESTS.map((request) => {
        const names = sizes.map((doctors) => targetName(request, doctors));
        const sized = new Map(names.map((name) => [name, results.get(name)!]));
        return loadTable('request', sized, [ratioColumn('of the first size', sized, names[0]!)]);
      }),
      table(
        ['start, memory, new versions', ...sizes.map((doctors) => `${doctors.toLocaleString('en')} doctors`)],
        COSTS.map(([what, pick]) => [what, ...costs.map((cost) => digits(pick(cost)))]),
      ),
      paragraph(`A process holds ${digits(memory)} MB for every additional 100,000 doctors without reviews, and during a
        swap ${digits(swapMemory)} MB per 100,000 more, because it holds two versions then. No request fails during a
        swap.`),
    ],
  };
}

async function startApi(directory: BenchDirectory, doctors: number): Promise<SizedApi> {
  const database = doctors === directory.doctors ? undefined : `doctors_${doctors}`;
  const flags = [...NODE_FLAGS, '--import', STALL_WATCH];
  const api = await directory.service({ flags, ...(database !== undefined && { database }) });
  const started = api.memory;
  const words = await vocabularyOf(directory.url(database));
  const targets = new Map(
    REQUESTS.map((name) => [
      targetName(name, doctors),
      directory.target(api, directory.requests(requestPaths(name, words))),
    ]),
  );
  return { doctors, database, api, started, targets };
}

function targetName(request: RequestName, doctors: number): string {
  return `${request}, ${doctors.toLocaleString('en')} doctors`;
}

const COSTS: readonly (readonly [what: string, pick: (cost: SizeCost) => number])[] = [
  ['API, from its start until it listens, s', ({ api }) => api.startMs / 1000],
  ['API, resident when it listens, MB', ({ started }) => started],
  ['API, resident after the load, MB', ({ loaded }) => loaded],
  ['API, resident at most during a swap, MB', ({ swap }) => swap.peakMemory],
  ['longest stall of the event loop under load without a swap, ms', ({ swap }) => swap.stallBefore],
  ['longest stall of the event loop in a swap under load, ms', ({ swap }) => swap.stall],
  ['from a new version until it is served, under load, s', ({ swap }) => swap.seconds],
];
