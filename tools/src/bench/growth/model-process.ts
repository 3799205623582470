import { loadReadModel } from '@care-atlas/data/directory';
import {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  type Query,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import type { Described } from '@care-atlas/domain/schema';
import { RandomQueries, seeded, type Vocabulary } from '../../queries/random-query.js';
import { REQUEST_KINDS, type RequestName, vocabularyOf } from '../requests/request-paths.js';
import { median } from '../figures/statistics.js';

// node --expose-gc model-process.js DATABASE_URL
const QUERIES = 500;
const REPEATS = 5;
const WARM_UP = 100;
const MEGABYTE = 1024 * 1024;

/** The cost of a read model. */
export interface ModelCost {
  /** Seconds to load it from the database. */
  readonly load: number;
  /** Memory of its columns, outside the JavaScript heap, megabytes. */
  readonly arrays: number;
  /** Its memory on the heap, megabytes. */
  readonly heap: number;
  /** Processor time of an operation, microseconds, by its name. */
  readonly operations: Readonly<Record<string, number>>;
}

async function measure(databaseUrl: string): Promise<ModelCost> {
  const before = memory();
  const begun = performance.now();
  const model = await loadReadModel(databaseUrl);
  const load = (performance.now() - begun) / 1000;
  const after = memory();
  const now = new Date();
  const directory = new Directory(
    () => model,
    () => now,
  );
  const calls = Object.entries(callsOf(directory, await vocabularyOf(databaseUrl)));
  const operations = Object.fromEntries(calls.map(([name, list]) => [name, microseconds(list)]));
  return { load, arrays: after.arrays - before.arrays, heap: after.heap - before.heap, operations };
}

/** Returns calls with random queries, by operation. */
function callsOf(directory: Directory, words: Vocabulary): Record<string, readonly (() => unknown)[]> {
  const random = <T extends Query>(name: RequestName, query: Described<T>, answer: (query: T) => unknown) => {
    const reader = new QueryReader(query);
    const queries = new RandomQueries(seeded(3), words);
    const calls = Array.from({ length: QUERIES }, () => {
      const read = reader.read(REQUEST_KINDS[name].parameters(queries));
      return () => answer(read);
    });
    return { [name]: calls };
  };
  return {
    ...random('GET /doctors', DoctorQuery, (query) => directory.listDoctors(query)),
    ...random('GET /doctors/search', DoctorSearchQuery, (query) => directory.searchDoctors(query)),
    ...random('GET /clinics', ClinicQuery, (query) => directory.listClinics(query)),
    ...random('GET /clinics by distance', ClinicQuery, (query) => directory.listClinics(query)),
    ...random('GET /specialists', SpecialistQuery, (query) => directory.listSpecialists(query)),
    'GET /doctors/{cpso}': words.registrationNumbers
      .slice(0, QUERIES)
      .map((number) => () => directory.getDoctor(number)),
  };
}

/** Returns the processor time of a call: the median of several repetitions of all calls. */
function microseconds(calls: readonly (() => unknown)[]): number {
  for (const call of calls.slice(0, WARM_UP)) call();
  const costs = Array.from({ length: REPEATS }, () => {
    const before = process.cpuUsage();
    for (const call of calls) call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls.length;
  });
  return median(costs);
}

function memory(): { readonly arrays: number; readonly heap: number } {
  globalThis.gc?.();
  // Memory received from another thread counts as external only.
  const { external, heapUsed } = process.memoryUsage();
  return { arrays: external / MEGABYTE, heap: heapUsed / MEGABYTE };
}

process.send?.(await measure(process.argv[2] ?? ''));
process.disconnect?.();
