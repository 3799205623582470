import { join } from 'node:path';
import { BenchDirectory } from '../bench-directory.js';
import { programResult } from '../program-result.js';
import { keyed } from '../requests/http-request.js';
import { type CopyRates, copyRates } from '../imports/copy-rate.js';
import type { RegisterEdition } from '../imports/register-rows.js';
import type { LoadResult } from '../load.js';
import { loadTable } from '../figures/load-table.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import type { BenchRun, Section, SectionReport } from '../section.js';
import { median } from '../figures/statistics.js';

const FIRST_NIGHT = Date.UTC(2026, 10, 1, 6);
const DAY_MS = 86_400_000;
const IMPORT_PROCESS = join(import.meta.dirname, '../imports/import-process.js');
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

interface SizeResult {
  readonly doctors: number;
  readonly copies: readonly CopyRates[];
  /** By what the import found. */
  readonly imports: Readonly<Record<string, ImportResult>>;
  /** Loads of the API before and during an import. */
  readonly served: ReadonlyMap<string, readonly LoadResult[]>;
}

export const IMPORTS: Section = {
  name: 'imports',
  title: 'A complete register',
  summary: 'imports of a register against COPY, and the API while one runs',
  document: 'imports',
  run: measure,
};

async function measure(run: BenchRun): Promise<SectionReport> {
  const results: SizeResult[] = [];
  // An empty directory for each size.
  for (const doctors of run.sizes) {
    const served = doctors === run.sizes[0];
    results.push(
      await BenchDirectory.open(run, 0, (directory) => measureSize(directory, doctors, served, run)),
    );
  }
  const rows = results.flatMap(({ doctors, copies, imports }) => {
    const plain = median(copies.map((copy) => copy.plain));
    const keyedRate = median(copies.map((copy) => copy.keyed));
    return Object.entries(imports).map(([what, { seconds, megabytes }]) => {
      const rate = doctors / seconds;
      const figures = [rate, plain, rate / plain, keyedRate, rate / keyedRate, seconds, megabytes];
      return [doctors.toLocaleString('en'), what, ...figures.map(digits)];
    });
  });
  return {
    blocks: [
      paragraph(`Invented registrations, four per address, streamed from memory. "created" imports them into an empty
        directory, "unchanged" reads them again, and in "changed" every registration differs in its name, telephone,
        specialties and (every other one) languages. COPY is PostgreSQL's: the doctors from a file into one table with a
        primary key. "Keyed COPY" is COPY into four tables with the keys, indexes and foreign keys of doctors and their
        lists. Both are measured after each import. An import also compares, keeps what it changed, and writes five
        tables. Memory is the peak of the import process. Each size has a server of its own.`),
      table(
        [
          'doctors',
          'import',
          'rows/s',
          'COPY, rows/s',
          'ratio',
          'keyed COPY, rows/s',
          'ratio',
          's',
          'memory, MB',
        ],
        rows,
      ),
      '### Serving while an import runs',
      paragraph(`GET /doctors with ${run.sizes[0].toLocaleString('en')} doctors; the generator, PostgreSQL, the import and
        the API share the cores.`),
      loadTable('import', results[0]!.served, []),
    ],
  };
}

async function measureSize(
  directory: BenchDirectory,
  doctors: number,
  withApi: boolean,
  { log, seconds }: BenchRun,
): Promise<SizeResult> {
  const editions = { created: 'first', unchanged: 'first', changed: 'second' } as const;
  const imports: Record<string, ImportResult> = {};
  const copies: CopyRates[] = [];
  let night = 0;
  for (const [what, edition] of Object.entries(editions)) {
    imports[what] = await importRegister(directory, doctors, edition, night++);
    log(`${doctors} ${what}: ${Math.round(doctors / imports[what].seconds)} rows/s`);
    copies.push(await copyRates(directory.url(), doctors, directory.folder));
  }
  const served = new Map<string, LoadResult[]>();
  if (withApi) {
    const api = await directory.api();
    const paths = QUERIES.map((query) => `/api/v1/doctors?${query}`);
    const load = directory.target(api, keyed(paths, directory.key));
    await load();
    served.set('none', [await load()]);
    const importing = importRegister(directory, doctors, 'first', night);
    served.set(`running, first ${seconds} s`, [await load()]);
    await importing;
  }
  return { doctors, copies, imports, served };
}

/** Imports an edition of the register, a day after the import before it. */
function importRegister(
  directory: BenchDirectory,
  doctors: number,
  edition: RegisterEdition,
  night: number,
): Promise<ImportResult> {
  const time = new Date(FIRST_NIGHT + DAY_MS * night).toISOString();
  return programResult(IMPORT_PROCESS, [directory.url(), String(doctors), edition, time]);
}
