import { fork } from 'node:child_process';
import { join } from 'node:path';
import { BenchDirectory } from '../bench-directory.js';
import { type LoadResults, loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { digits, paragraph, spread, table } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import { type CopyRates, copyRates } from '../imports/copy-rate.js';
import type { RegisterEdition } from '../imports/register-rows.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';

const FIRST_NIGHT = Date.UTC(2026, 10, 1, 6);
const DAY_MS = 86_400_000;
const IMPORT_PROCESS = join(import.meta.dirname, '../imports/import-process.ts');
/** The imports of each size, one after the other: the edition that each reads, and its aim in terms of keyed COPY. */
const EDITIONS = {
  created: { edition: 'first', aim: 0.35 },
  unchanged: { edition: 'first', aim: 1 },
  changed: { edition: 'second', aim: 0.3 },
} as const;
type Kind = keyof typeof EDITIONS;
const KINDS = Object.keys(EDITIONS) as Kind[];
/** The time that a request may take while an import runs, in terms of that without one. */
const MAX_P99 = 3;
const IDLE = 'no import';
const IMPORTING = 'an import that changes every row';
/** Requests sent while an import runs. */
const QUERIES = [
  'accepting=true',
  'specialty=Cardiology',
  'languages=Tamil,French',
  'gender=female&minYears=10',
];

interface ImportResult {
  readonly seconds: number;
  readonly megabytes: number;
}

/** The figures of one import and of COPY right after it. */
interface Measured extends ImportResult {
  /** Doctors per second. */
  readonly rate: number;
  readonly copy: CopyRates;
}

export const IMPORTS: Section = { name: 'imports', title: 'Imports of a complete register', run: measure };

async function measure(run: BenchRun): Promise<SectionReport> {
  const [first] = run.sizes;
  const rows: string[][] = [];
  const aims: Aim[] = [];
  let served: LoadResults = new Map();
  for (const doctors of run.sizes) {
    const results: Record<Kind, Measured>[] = [];
    // The smallest imports are short, so that a disturbance weighs more. Each round has a separate, empty server.
    const rounds = doctors === first ? run.rounds : 1;
    for (let round = 1; round <= rounds; round++) {
      await BenchDirectory.open(run, 0, async (directory) => {
        results.push(await importAll(directory, doctors, run));
        if (doctors === first && round === rounds) served = await serveDuringImports(directory, run);
      });
    }
    for (const kind of KINDS) {
      const ofKind = results.map((result) => result[kind]);
      const ratios = ofKind.map(({ rate, copy }) => rate / copy.keyed);
      rows.push([doctors.toLocaleString('en'), kind, ...cells(ofKind, ratios)]);
      aims.push({
        what: `${kind}, ${doctors.toLocaleString('en')} doctors: rows/s, times keyed COPY`,
        bound: EDITIONS[kind].aim,
        measured: median(ratios),
      });
    }
  }
  aims.push({
    what: 'p99 of GET /doctors during an import, times that without one',
    bound: MAX_P99,
    atMost: true,
    measured: median(ratiosOf(served, IMPORTING, IDLE, p99Ratio)),
  });
  const head = ['rows/s', 'keyed COPY, rows/s', 'ratio', 'COPY, rows/s', 's', 'memory, MB'];
  return {
    aims,
    blocks: [
      paragraph(`Invented registrations, four per address, streamed from memory. "created" imports them into an empty
        directory, "unchanged" reads them again, and in "changed" every registration differs in its name, telephone,
        specialties and (every other one) languages. COPY is PostgreSQL's: the doctors from a file into one table with a
        primary key. "Keyed COPY" is COPY of all rows that the import wrote: doctors, their lists and locations, the
        clinics of their addresses, and the run's list of changes, into tables with the directory's keys, indexes, foreign
        keys and free space, up to the commit. Both are measured after each import. An import also reads, checks and
        compares, and keeps what the register said as source records. Memory is the peak of the import process. With
        ${first.toLocaleString('en')} doctors these are medians of ${run.rounds} rounds.`),
      table(['doctors', 'import', ...head], rows),
      '## Serving while an import runs',
      paragraph(`GET /doctors with ${first.toLocaleString('en')} doctors, with and without an import, in turns; the
        generator, PostgreSQL, the import and the API share the cores.`),
      loadTable('beside', served, [ratioColumn('p99, times that without', served, IDLE, p99Ratio)]),
    ],
  };
}

/** Returns how many times the p99 of another result one is. */
function p99Ratio(a: LoadResult, b: LoadResult): number {
  return a.p99 / b.p99;
}

function cells(results: readonly Measured[], ratios: readonly number[]): string[] {
  const middle = (pick: (result: Measured) => number) => digits(median(results.map(pick)));
  return [
    middle(({ rate }) => rate),
    middle(({ copy }) => copy.keyed),
    spread(ratios),
    middle(({ copy }) => copy.plain),
    middle(({ seconds }) => seconds),
    middle(({ megabytes }) => megabytes),
  ];
}

async function importAll(
  directory: BenchDirectory,
  doctors: number,
  { log }: BenchRun,
): Promise<Record<Kind, Measured>> {
  const results: Partial<Record<Kind, Measured>> = {};
  for (const [night, kind] of KINDS.entries()) {
    const imported = await importRegister(directory, doctors, EDITIONS[kind].edition, night);
    const copy = await copyRates(directory.url(), doctors, directory.folder);
    const rate = doctors / imported.seconds;
    log(`${doctors} ${kind}: ${Math.round(rate)} rows/s, ${digits(rate / copy.keyed)} of keyed COPY`);
    results[kind] = { ...imported, rate, copy };
  }
  return results as Record<Kind, Measured>;
}

/** Measures the API with and without an import. */
async function serveDuringImports(directory: BenchDirectory, run: BenchRun): Promise<LoadResults> {
  const api = await directory.service();
  const paths = QUERIES.map((query) => `/api/v1/doctors?${query}`);
  const load = directory.target(api, directory.requests(paths));
  let night = KINDS.length;
  const during = async () => {
    const edition = night % 2 === 1 ? 'first' : 'second';
    const former = await datasetVersion(api, directory);
    const importing = importRegister(directory, run.sizes[0], edition, night++);
    const result = await load();
    await importing;
    // The next measurement begins when the service has loaded the new dataset.
    do await load();
    while ((await datasetVersion(api, directory)) === former);
    return result;
  };
  return inRounds(
    new Map([
      [IDLE, load],
      [IMPORTING, during],
    ]),
    run,
  );
}

/** Returns the version of the dataset that a service answers from. */
async function datasetVersion({ port }: MeasuredProcess, { key }: BenchDirectory): Promise<string | null> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/doctors`, { headers });
  return answer.headers.get('x-dataset-version');
}

/** Imports an edition of the register, a day after the import before it. */
function importRegister(
  directory: BenchDirectory,
  doctors: number,
  edition: RegisterEdition,
  night: number,
): Promise<ImportResult> {
  const time = new Date(FIRST_NIGHT + DAY_MS * night).toISOString();
  const child = fork(IMPORT_PROCESS, [directory.url(), String(doctors), edition, time]);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as ImportResult));
    child.once('exit', (code) => reject(new Error(`The import ended with ${code} and no result.`)));
  });
}
