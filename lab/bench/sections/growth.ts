import { join } from 'node:path';
import { PROJECT } from '../../../tools/src/project.js';
import { NODE_FLAGS } from '../../../tools/src/start/service-process.js';
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
const STALL_WATCH = join(PROJECT, 'tools/dist/processes/stall-watch.js');

/** A directory of some size. */
interface Size {
  readonly doctors: number;
  /** Whether all its doctors have reviews; those of the first size always have. */
  readonly withReviews: boolean;
}

/** An API that serves a directory of some size. */
interface SizedApi extends Size {
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
  const { log } = run;
  const [firstSize, ...larger] = run.sizes.map((doctors): Size => ({ doctors, withReviews: false }));
  const sizes = [firstSize!, ...larger, { ...larger[0]!, withReviews: true }];
  // All databases are created before the first API starts: a database with connections cannot be copied.
  for (const size of sizes.slice(1)) {
    log(`creating ${labelOf(size)}`);
    const database = databaseOf(size);
    await directory.create(database, 'directory');
    await multiplyDirectory(directory.url(database), size.doctors / directory.doctors, size);
  }
  const apis: SizedApi[] = [];
  for (const size of sizes) {
    log(`loading ${labelOf(size)}`);
    apis.push(await startApi(directory, size));
  }
  const results = await inRounds(new Map(apis.flatMap(({ targets }) => [...targets])), run);
  const costs: SizeCost[] = [];
  for (const sized of apis) {
    const { database, api, targets } = sized;
    log(`a dataset swap with ${labelOf(sized)}`);
    const loaded = api.memory;
    const swap = await measureSwap(api, targets.get(targetName(DOCTORS, sized))!, directory.url(database));
    costs.push({ ...sized, loaded, swap });
  }
  const [first, last, reviewed] = [costs[0]!, costs.at(-2)!, costs.at(-1)!];
  const perAdditional = ({ loaded, doctors }: SizeCost) =>
    ((loaded - first.loaded) / (doctors - first.doctors)) * 100_000;
  const [memory, reviewedMemory] = [perAdditional(last), perAdditional(reviewed)];
  const swapMemory = (Math.max(0, last.swap.peakMemory - last.loaded) / last.doctors) * 100_000;
  const [firstName, lastName] = [targetName(DOCTORS, first), targetName(DOCTORS, last)];
  return {
    aims: [
      {
        what: `throughput of ${lastName}, of that of ${firstName}`,
        bound: 0.5,
        measured: median(ratiosOf(results, lastName, firstName)),
      },
      {
        what: 'memory of a process per additional 100,000 doctors without reviews, outside a swap, MB',
        bound: 45,
        atMost: true,
        measured: memory,
      },
      {
        what: 'the same with five reviews per doctor, MB',
        bound: 120,
        atMost: true,
        measured: reviewedMemory,
      },
      {
        what: 'longest stall in a dataset swap under load, any size, ms',
        bound: 35,
        atMost: true,
        measured: Math.max(...costs.map(({ swap }) => swap.stall)),
      },
    ],
    blocks: [
      paragraph(`The larger directories contain the first one several times, under other numbers: doctors, clinics with
        their hours, and services. All have the reviews of the first one, about five per doctor of it; one also contains
        its reviews several times. One API per directory runs at the same time.`),
      ...REQUESTS.map((request) => {
        const names = sizes.map((size) => targetName(request, size));
        const sized = new Map(names.map((name) => [name, results.get(name)!]));
        return loadTable('request', sized, [ratioColumn('of the first size', sized, names[0]!)]);
      }),
      table(
        ['start, memory, new versions', ...sizes.map(labelOf)],
        COSTS.map(([what, pick]) => [what, ...costs.map((cost) => digits(pick(cost)))]),
      ),
      paragraph(`A process holds ${digits(memory)} MB for every additional 100,000 doctors without reviews,
        ${digits(reviewedMemory)} MB with five reviews for each, and during a swap ${digits(swapMemory)} MB per 100,000 more, because it holds two versions then. No request fails during a
        swap.`),
    ],
  };
}

async function startApi(directory: BenchDirectory, size: Size): Promise<SizedApi> {
  const database = size.doctors === directory.doctors ? undefined : databaseOf(size);
  const flags = [...NODE_FLAGS, '--import', STALL_WATCH];
  const api = await directory.service({ flags, ...(database !== undefined && { database }) });
  const started = api.memory;
  const words = await vocabularyOf(directory.url(database));
  const targets = new Map(
    REQUESTS.map((name) => [
      targetName(name, size),
      directory.target(api, directory.requests(requestPaths(name, words))),
    ]),
  );
  return { ...size, database, api, started, targets };
}

function databaseOf({ doctors, withReviews }: Size): string {
  return `doctors_${doctors}${withReviews ? '_reviewed' : ''}`;
}

function labelOf({ doctors, withReviews }: Size): string {
  return `${doctors.toLocaleString('en')} doctors${withReviews ? ', reviewed' : ''}`;
}

function targetName(request: RequestName, size: Size): string {
  return `${request}, ${labelOf(size)}`;
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
