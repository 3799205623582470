import { loadReadModel } from '@care-atlas/data/directory';
import { Directory } from '@care-atlas/domain/directory';
import {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  type Query,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { Described } from '@care-atlas/domain/schema';
import { RandomQueries, seeded, type Vocabulary } from '../../random-query.js';
import { PARAMETERS, type QuestionKind } from '../question-paths.js';
import { median } from '../statistics.js';

// Measures the read model of a database in a process of its own, whose memory is its own: node model-cost.js DATABASE_URL

const QUERIES = 500;
const REPEATS = 5;
const WARM_UP = 100;
const MEGABYTE = 1024 * 1024;

/** What a read model costs. */
export interface ModelCost {
  /** Seconds to load it from the database. */
  readonly load: number;
  /** Memory of its columns, outside the JavaScript heap, megabytes. */
  readonly arrays: number;
  /** What else it holds on the heap, megabytes. */
  readonly heap: number;
  /** Processor time of one operation, microseconds, by its kind. */
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
  const words = wordsOf(directory);
  const operations: Record<string, number> = {};
  for (const [name, run] of Object.entries(kinds(directory, words))) operations[name] = costOf(run);
  return { load, arrays: after.arrays - before.arrays, heap: after.heap - before.heap, operations };
}

/** Kinds of operations: each gives a list of calls, of which each is one operation. */
function kinds(directory: Directory, words: Vocabulary): Record<string, readonly (() => unknown)[]> {
  const calls = <T extends Query>(
    kind: QuestionKind,
    described: Described<T>,
    answer: (query: T) => unknown,
  ) => {
    const reader = new QueryReader(described);
    const queries = new RandomQueries(seeded(3), words);
    return Array.from({ length: QUERIES }, () => {
      const query = reader.read(PARAMETERS[kind](queries));
      return () => answer(query);
    });
  };
  return {
    'GET /doctors': calls('doctors', DoctorQuery, (query) => directory.listDoctors(query)),
    'GET /doctors/search': calls('search', DoctorSearchQuery, (query) => directory.searchDoctors(query)),
    'GET /clinics': calls('clinics', ClinicQuery, (query) => directory.listClinics(query)),
    'GET /clinics by distance': calls('nearbyClinics', ClinicQuery, (query) => directory.listClinics(query)),
    'GET /specialists': calls('specialists', SpecialistQuery, (query) => directory.listSpecialists(query)),
    'GET /doctors/{cpso}': words.registrationNumbers.map((number) => () => directory.getDoctor(number)),
  };
}

/** Microseconds of processor time of one call: the median of several turns through all of them. */
function costOf(calls: readonly (() => unknown)[]): number {
  for (const call of calls.slice(0, WARM_UP)) call();
  const costs = Array.from({ length: REPEATS }, () => {
    const { user, system } = process.cpuUsage();
    for (const call of calls) call();
    const used = process.cpuUsage();
    return (used.user - user + used.system - system) / calls.length;
  });
  return median(costs);
}

function wordsOf(directory: Directory): Vocabulary {
  const { doctors } = directory.listDoctors({ limit: QUERIES }, { ...LARGE }).value;
  return {
    specialties: directory.listSpecialties().value.specialties.map(({ value }) => value),
    languages: directory.listLanguages().value.languages.map(({ value }) => value),
    names: [...new Set(doctors.flatMap(({ name }) => name.split(' ').filter(({ length }) => length > 2)))],
    registrationNumbers: doctors.map(({ cpsoNumber }) => cpsoNumber),
  };
}

const LARGE = {
  pageDefault: QUERIES,
  pageMaximum: QUERIES,
  nestedReviews: 5,
  nestedDoctors: Number.POSITIVE_INFINITY,
};

function memory(): { readonly arrays: number; readonly heap: number } {
  // Told with --expose-gc: what is no longer used must not count.
  globalThis.gc?.();
  // What another thread handed over counts as external only.
  const { external, heapUsed } = process.memoryUsage();
  return { arrays: external / MEGABYTE, heap: heapUsed / MEGABYTE };
}

process.send?.(await measure(process.argv[2] ?? ''));
process.disconnect?.();
