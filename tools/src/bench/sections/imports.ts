import { fork } from 'node:child_process';
import { join } from 'node:path';
import { BenchDirectory } from '../bench-directory.js';
import { type LoadResults, loadTable } from '../figures/load-table.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import { copyRates } from '../imports/copy-rate.js';
import type { RegisterEdition } from '../imports/register-rows.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

const FIRST_NIGHT = Date.UTC(2026, 10, 1, 6);
const DAY_MS = 86_400_000;
const IMPORT_PROCESS = join(import.meta.dirname, '../imports/import-process.js');
/** The imports of each size, one after the other, by what they find. */
const EDITIONS = { created: 'first', unchanged: 'first', changed: 'second' } as const;
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

export const IMPORTS: Section = { name: 'imports', title: 'Imports of a complete register', run: measure };

async function measure(run: BenchRun): Promise<SectionReport> {
  const [first] = run.sizes;
  const rows: string[][] = [];
  let served: LoadResults = new Map();
  // An empty directory for each size.
  for (const doctors of run.sizes) {
    await BenchDirectory.open(run, 0, async (directory) => {
      rows.push(...(await importRows(directory, doctors, run)));
      if (doctors === first) served = await serveDuringImport(directory, doctors);
    });
  }
  const ratios = ['COPY, rows/s', 'ratio', 'keyed COPY, rows/s', 'ratio'];
  return {
    blocks: [
      paragraph(`Invented registrations, four per address, streamed from memory. "created" imports them into an empty
        directory, "unchanged" reads them again, and in "changed" every registration differs in its name, telephone,
        specialties and (every other one) languages. COPY is PostgreSQL's: the doctors from a file into one table with a
        primary key. "Keyed COPY" is COPY into four tables with the keys, indexes and foreign keys of doctors and their
        lists. Both are measured after each import. An import also compares, keeps what it changed, and writes five
        tables. Memory is the peak of the import process. Each size has a server of its own.`),
      table(['doctors', 'import', 'rows/s', ...ratios, 's', 'memory, MB'], rows),
      '## Serving while an import runs',
      paragraph(`GET /doctors with ${first.toLocaleString('en')} doctors; the generator, PostgreSQL, the import and the
        API share the cores.`),
      loadTable('import', served, []),
    ],
  };
}

async function importRows(
  directory: BenchDirectory,
  doctors: number,
  { log }: BenchRun,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [night, [what, edition]] of Object.entries(EDITIONS).entries()) {
    const { seconds, megabytes } = await importRegister(directory, doctors, edition, night);
    const { plain, keyed } = await copyRates(directory.url(), doctors, directory.folder);
    const rate = doctors / seconds;
    log(`${doctors} ${what}: ${Math.round(rate)} rows/s`);
    const figures = [rate, plain, rate / plain, keyed, rate / keyed, seconds, megabytes];
    rows.push([doctors.toLocaleString('en'), what, ...figures.map(digits)]);
  }
  return rows;
}

/** Measures the API before and during an import. */
async function serveDuringImport(directory: BenchDirectory, doctors: number): Promise<LoadResults> {
  const api = await directory.service();
  const paths = QUERIES.map((query) => `/api/v1/doctors?${query}`);
  const load = directory.target(api, directory.requests(paths));
  await load();
  const none = await load();
  const importing = importRegister(directory, doctors, 'first', Object.keys(EDITIONS).length);
  const running = await load();
  await importing;
  return new Map(Object.entries({ none: [none], 'running, its first seconds': [running] }));
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
