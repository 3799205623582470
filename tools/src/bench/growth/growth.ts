import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../service-process.js';
import { freePort } from '../../stage/free-port.js';
import { type BenchDirectory, execute } from '../bench-directory.js';
import { keyed } from '../http-request.js';
import { Load, type Slice } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import type { Say } from '../progress.js';
import { questionPaths, type QuestionKind, vocabularyOf } from '../question-paths.js';
import { inRounds } from '../rounds.js';
import { DOCTORS } from '../throughput/ours.js';
import { measureStarts, type Starts } from '../start-time.js';
import { multiplyDirectory } from './growth-data.js';
import type { ModelCost } from './model-cost.js';
import { measureSwap, type Swap } from './swap.js';

const SLICE_SECONDS = 2;
const WITHOUT_REVIEWS = 'without_reviews';
const STALL_WATCH = join(import.meta.dirname, '../../stage/stall-watch.js');
/** What is asked of every size over HTTP, by its name in the report. */
const ASKED = {
  [DOCTORS]: 'doctors',
  'GET /doctors/search': 'search',
  'GET /clinics by distance': 'nearbyClinics',
} as const satisfies Record<string, QuestionKind>;

/** What one size of the directory costs. */
export interface SizeCost {
  readonly doctors: number;
  readonly model: ModelCost;
  /** Seconds from the start of the API until it listens. */
  readonly start: number;
  /** Resident memory of the API, megabytes: when it listens, and after the load. */
  readonly memory: { readonly started: number; readonly loaded: number };
  /** Slices by round, by what was asked. */
  readonly slices: ReadonlyMap<string, readonly Slice[]>;
  readonly swap: Swap;
}

/** What growing costs. */
export interface Growth {
  readonly sizes: readonly SizeCost[];
  readonly rounds: number;
  readonly starts: Starts;
  /** What the reviews of the first size take in a read model, megabytes. */
  readonly reviews: number;
}

/** A size of the directory that is served. */
interface Stand {
  readonly doctors: number;
  readonly databaseUrl: string;
  readonly model: ModelCost;
  readonly api: MeasuredProcess;
  readonly started: number;
  readonly loads: ReadonlyMap<string, Load>;
}

/**
 * Measures the directory at several sizes, which are served side by side.
 * @param sizes the first is that of the directory, the others are multiples of it
 */
export async function measureGrowth(
  directory: BenchDirectory,
  sizes: readonly number[],
  rounds: number,
  say: Say,
): Promise<Growth> {
  say('growth: the first and the second start of everything');
  const starts = await measureStarts(join(directory.folder, 'start'), await freePort());
  // All databases come before the first process: one that is connected to cannot be copied.
  for (const doctors of sizes.slice(1)) {
    say(`growth: making ${doctors} doctors`);
    await directory.create(databaseOf(doctors), 'directory');
    await multiplyDirectory(directory.url(databaseOf(doctors)), doctors / directory.doctors);
  }
  const bare = directory.url(WITHOUT_REVIEWS);
  await directory.create(WITHOUT_REVIEWS, 'directory');
  await execute(bare, 'truncate review');
  const { arrays, heap } = await modelCost(bare);
  const stands: Stand[] = [];
  for (const doctors of sizes) stands.push(await stand(directory, doctors, say));
  const contestants = new Map(
    stands.flatMap(({ doctors, api, loads }) =>
      Array.from(loads, ([name, load]) => {
        const slice = () => load.run([api], { seconds: SLICE_SECONDS, database: directory.databaseTime });
        return [`${doctors} ${name}`, slice] as const;
      }),
    ),
  );
  const slices = await inRounds(contestants, rounds, Math.random, (line) => say(`growth: ${line}`));
  const costs: SizeCost[] = [];
  for (const { doctors, databaseUrl, model, api, started, loads } of stands) {
    const memory = { started, loaded: api.memory };
    say(`growth: a swap of ${doctors} doctors`);
    const swap = await measureSwap(api, loads.get(DOCTORS)!, databaseUrl);
    const own = new Map(Object.keys(ASKED).map((name) => [name, slices.get(`${doctors} ${name}`)!]));
    costs.push({ doctors, model, start: api.startMs / 1000, memory, slices: own, swap });
  }
  await directory.stopAll();
  const { model } = stands[0]!;
  return { sizes: costs, rounds, starts, reviews: model.arrays + model.heap - arrays - heap };
}

async function stand(directory: BenchDirectory, doctors: number, say: Say): Promise<Stand> {
  const database = doctors === directory.doctors ? undefined : databaseOf(doctors);
  say(`growth: loading ${doctors} doctors`);
  const databaseUrl = directory.url(database);
  const model = await modelCost(databaseUrl);
  const flags = [...NODE_FLAGS, '--import', STALL_WATCH];
  const api = await directory.api({ flags, ...(database !== undefined && { database }) });
  const started = api.memory;
  const words = await vocabularyOf(directory.reader(api));
  const loads = new Map(
    Object.entries(ASKED).map(([name, kind]) => [
      name,
      new Load(directory.folder, keyed(questionPaths(kind, words), directory.key)),
    ]),
  );
  return { doctors, databaseUrl, model, api, started, loads };
}

/** The database of a larger directory. */
function databaseOf(doctors: number): string {
  return `doctors_${doctors}`;
}

async function modelCost(databaseUrl: string): Promise<ModelCost> {
  const child = fork(join(import.meta.dirname, 'model-cost.js'), [databaseUrl], {
    execArgv: [...NODE_FLAGS, '--expose-gc'],
  });
  const told = once(child, 'message') as Promise<[ModelCost]>;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [cost] = await Promise.race([
    told,
    ended.then(([code]) => {
      throw new Error(`The read model was not measured: its process ended with ${code}.`);
    }),
  ]);
  return cost;
}
