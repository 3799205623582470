import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { loadDatasetCounts, loadReadModel } from '@care-atlas/data/directory';
import { SqlDirectory } from '@care-atlas/data/sql-directory';
import {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import { type Directory, MemoryDirectory } from '@care-atlas/domain/directory';
import { RandomQueries, seeded } from '../random-query.js';
import { BenchDirectory, PROJECT } from './bench-directory.js';
import { isSaid } from './bench-options.js';
import { readEngineSizes } from './engine-options.js';
import { processorTime } from './processor-time.js';
import { clocked } from './progress.js';
import { median } from './statistics.js';
import { digits, table } from './table.js';

// What an answer costs from a read model and from the database: both directories in this process, over one database
// and one connection, in turns.
const ROUNDS = 9;
const MEMORY_ASKED = 400;
const SQL_ASKED = 40;

/** Asks one more question of a kind; what it gives back is awaited. */
type Ask = (directory: Directory) => unknown;

interface Cost {
  readonly kind: string;
  /** Processor time per answer, microseconds: of the service, from memory and by SQL, and of PostgreSQL. */
  readonly memory: number;
  readonly service: number;
  readonly postgres: number;
}

/** Questions by kind, each time another one. */
async function questions({ pool }: Database, directory: Directory): Promise<Record<string, Ask>> {
  const { rows: doctors } = await pool.query<{ number: string; name: string }>(
    'select registration_number as number, search_name as name from doctor order by random() limit 2000',
  );
  const { rows: clinics } = await pool.query<{ id: string }>(
    'select id from clinic where closed_at is null order by random() limit 2000',
  );
  const random = new RandomQueries(seeded(1), {
    specialties: directory.totals.specialties.map(({ value }) => value),
    languages: directory.totals.languages.map(({ value }) => value),
    names: doctors.map(({ name }) => name),
    registrationNumbers: doctors.map(({ number }) => number),
  });
  const list = new QueryReader(DoctorQuery);
  const search = new QueryReader(DoctorSearchQuery);
  const places = new QueryReader(ClinicQuery);
  const specialists = new QueryReader(SpecialistQuery);
  let turn = 0;
  return {
    'doctors, no filter': (asked) => asked.listDoctors({}),
    'doctors, random filters': (asked) => asked.listDoctors(list.read(random.doctors())),
    'doctors, random search': (asked) => asked.searchDoctors(search.read(random.search())),
    'clinics, random filters': (asked) => asked.listClinics(places.read(random.clinics())),
    'clinics, nearest of all': (asked) => asked.listClinics({ lat: 43.66, lng: -79.39 }),
    'specialists, random filters': (asked) => asked.listSpecialists(specialists.read(random.specialists())),
    'one doctor': (asked) => asked.doctor(doctors[turn++ % doctors.length]!.number),
    'one clinic': (asked) => asked.clinic(clinics[turn++ % clinics.length]!.id),
  };
}

/** Processor time of this process per answer, microseconds. */
async function serviceTime(directory: Directory, ask: Ask, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await ask(directory);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function measure(databaseUrl: string): Promise<Cost[]> {
  const database = await openDatabase(databaseUrl, { poolSize: 1, queryTimeout: 0, statementTimeout: 0 });
  try {
    const model = await loadReadModel(databaseUrl);
    const counts = await loadDatasetCounts(databaseUrl);
    const clock = () => new Date();
    const memory = new MemoryDirectory(() => model, clock);
    const sql = new SqlDirectory(database.pool, () => counts, clock);
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { pid } = rows[0]!;
    const costs: Cost[] = [];
    for (const [kind, ask] of Object.entries(await questions(database, memory))) {
      await serviceTime(memory, ask, MEMORY_ASKED);
      await serviceTime(sql, ask, SQL_ASKED);
      const before = processorTime(pid);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({
          memory: await serviceTime(memory, ask, MEMORY_ASKED),
          service: await serviceTime(sql, ask, SQL_ASKED),
        });
      }
      costs.push({
        kind,
        memory: median(rounds.map((round) => round.memory)),
        service: median(rounds.map((round) => round.service)),
        // Counted too coarsely for a round.
        postgres: ((processorTime(pid) - before) * 1000) / (ROUNDS * SQL_ASKED),
      });
    }
    return costs;
  } finally {
    await database.close();
  }
}

function section(doctors: number, costs: readonly Cost[]): string {
  const rows = costs.map(({ kind, memory, service, postgres }) => {
    const times = `**${digits((service + postgres) / memory)}**`;
    return [kind, digits(memory), digits(service), digits(postgres / 1000), times];
  });
  return `## ${doctors} doctors\n\n${table(HEAD, rows)}\n`;
}

const HEAD = [
  'question',
  'memory: service, µs',
  'sql: service, µs',
  'sql: PostgreSQL, ms',
  'sql costs … times as much',
];

async function bench(): Promise<void> {
  const sizes = readEngineSizes(process.argv.slice(2), (text) => void process.stderr.write(text));
  const say = clocked(console.log, () => performance.now());
  const sections: string[] = [];
  for (const doctors of sizes) {
    say(`Loading ${doctors} invented doctors.`);
    const costs = await BenchDirectory.open(doctors, (directory) => measure(directory.url()));
    sections.push(section(doctors, costs));
  }
  const file = join(PROJECT, 'docs/benchmarks-engines.md');
  writeFileSync(file, `${INTRODUCTION}\n${sections.join('\n')}`);
  execFileSync(join(PROJECT, 'node_modules/.bin/oxfmt'), [file], { stdio: 'inherit' });
  say(`Written to ${file}`);
}

const INTRODUCTION = `# What an answer costs by each engine

Written by \`npm run bench:engines\`; other sizes as arguments, after \`--\`. Processor time per answer, which a busy machine
changes less than it does the time on the clock. Both engines answer the same questions in one process, over one database
and one connection, in turns: medians of ${ROUNDS} rounds, for PostgreSQL the mean over all of them. HTTP, the check of the
key and limits come on top, and are the same for both. What each engine is for stands in [engines.md](engines.md).

Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}.
`;

await bench().catch((error: unknown) => {
  // Commander has told what is wrong with the command line, or has shown the help that was asked for.
  if (isSaid(error)) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
});
