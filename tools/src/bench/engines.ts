import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Database, migrate, openDatabase } from '@care-atlas/data/database';
import { loadDatasetCounts } from '@care-atlas/data/dataset-counts';
import { loadReadModel } from '@care-atlas/data/read-model-loader';
import { SqlDirectory } from '@care-atlas/data/sql-directory';
import type { Directory } from '@care-atlas/domain/directory';
import { MemoryDirectory } from '@care-atlas/domain/memory-directory';
import { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from '@care-atlas/domain/query';
import { QueryReader } from '@care-atlas/domain/query-reader';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { RandomQueries, seeded } from '../random-query.js';
import { loadSample } from '../sample-load.js';
import { median } from './statistics.js';

// What an answer costs from a read model and from the database: both directories in this process, over one database
// and one connection, in turns.
const PROJECT = resolve(import.meta.dirname, '../../..');
const SIZES = [25_000];
const ROUNDS = 9;
const MEMORY_ASKED = 400;
const SQL_ASKED = 40;
/** Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000;

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

/** Processor time that a process of this machine has used, microseconds. */
function used(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
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
      const start = used(pid);
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
        postgres: (used(pid) - start) / (ROUNDS * SQL_ASKED),
      });
    }
    return costs;
  } finally {
    await database.close();
  }
}

function table(doctors: number, costs: readonly Cost[]): string {
  const rows = costs.map(({ kind, memory, service, postgres }) => {
    const times = Math.round((service + postgres) / memory);
    const cells = [
      kind,
      Math.round(memory),
      Math.round(service),
      (postgres / 1000).toFixed(1),
      `**${times}**`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `## ${doctors} doctors

| question | memory: service, µs | sql: service, µs | sql: PostgreSQL, ms | sql costs … times as much |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

async function bench(): Promise<void> {
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : SIZES;
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-bench-'));
  const tables: string[] = [];
  try {
    for (const doctors of sizes) {
      const postgres = await startLocalPostgres({ directory: join(folder, `postgres-${doctors}`) });
      try {
        console.log(`Loading ${doctors} invented doctors.`);
        await migrate(postgres.url());
        await loadSample(postgres.url(), doctors, new Date(), () => undefined);
        tables.push(table(doctors, await measure(postgres.url())));
      } finally {
        await postgres.stop();
      }
    }
    const file = join(PROJECT, 'docs/benchmarks-engines.md');
    writeFileSync(file, `${INTRODUCTION}\n${tables.join('\n')}`);
    console.log(`Written to ${file}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const INTRODUCTION = `# What an answer costs by each engine

Written by \`npm run bench:engines\`; other sizes as arguments, after \`--\`. Processor time per answer, which a busy machine
changes less than it does the time on the clock. Both engines answer the same questions in one process, over one database
and one connection, in turns: medians of ${ROUNDS} rounds, for PostgreSQL the mean over all of them. HTTP, the check of the
key and limits come on top, and are the same for both. What each engine is for stands in [engines.md](engines.md).

Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}.
`;

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
