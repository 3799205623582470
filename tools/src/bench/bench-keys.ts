import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { makeKey } from '@care-atlas/domain/key';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { loadSample } from '../sample-load.js';
import { Load, requireWrk, type Slice } from './load.js';
import { MeasuredProcess } from './measured-process.js';
import { queryPaths } from './query-paths.js';
import { median } from './report.js';

// What it costs to ask the database about the key of every request: two services on one database, of which one
// remembers keys, in turns.
const PROJECT = resolve(import.meta.dirname, '../../..');
const DOCTORS = 25_000;
const ROUNDS = 31;
const SLICE_SECONDS = 1;
const PORTS = { checked: 3176, remembered: 3177 };

interface Round {
  readonly checked: Slice;
  readonly remembered: Slice;
}

async function measure(databaseUrl: string, key: string, folder: string): Promise<Round[]> {
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_LIVE: '1000000000' };
  const main = join(PROJECT, 'apps/api/dist/main.js');
  const remembering = ['--import', join(import.meta.dirname, 'remembered-keys.js')];
  const checked = await MeasuredProcess.start(main, [], PORTS.checked, env);
  const remembered = await MeasuredProcess.start(main, [], PORTS.remembered, env, remembering);
  try {
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`http://127.0.0.1:${PORTS.checked}${path}`, { headers })).text();
    };
    const load = new Load(folder, await queryPaths(get), key);
    for (const service of [checked, remembered]) load.run(service, SLICE_SECONDS, 'random');
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const slices = {
        remembered: load.run(remembered, SLICE_SECONDS, 'random'),
        checked: load.run(checked, SLICE_SECONDS, 'random'),
      };
      rounds.push(slices);
      console.log(
        `round ${round} of ${ROUNDS}: ${SHARES.throughput(slices).toFixed(2)} of the throughput without the check`,
      );
    }
    return rounds;
  } finally {
    await checked.stop();
    await remembered.stop();
  }
}

/** How the service that asks stands to the one that remembers: 1 when asking costs nothing. */
const SHARES = {
  throughput: ({ checked, remembered }: Round) => checked.rate / remembered.rate,
  processor: ({ checked, remembered }: Round) => remembered.cpu / checked.cpu,
};

function row(name: string, shares: readonly string[], slices: readonly Slice[]): string {
  const of = (pick: (slice: Slice) => number) => median(slices.map(pick));
  const latency = `${of((s) => s.p50).toFixed(1)} / ${of((s) => s.p99).toFixed(1)}`;
  const cells = [name, ...shares, Math.round(of((s) => s.rate)), Math.round(of((s) => s.cpu)), latency];
  return `| ${cells.join(' | ')} |`;
}

function report(rounds: readonly Round[]): string {
  const shares = Object.values(SHARES).map((share) => {
    const values = rounds.map(share).toSorted((a, b) => a - b);
    return `**${median(values).toFixed(2)}** (${values[0]!.toFixed(2)} – ${values.at(-1)!.toFixed(2)})`;
  });
  const remembering = row(
    'remembers keys',
    ['1', '1'],
    rounds.map(({ remembered }) => remembered),
  );
  const asking = row(
    'asks about every key',
    shares,
    rounds.map(({ checked }) => checked),
  );
  return `# What the check of every key costs

Written by \`npm run bench:keys\`. No process remembers a key: each request is answered only after PostgreSQL was asked,
after the request had arrived, whether its key is active. All requests of one turn of the event loop share one
statement. Here the same service runs beside one that was made to remember keys for this measurement, on one database
and one machine, in turns: a random query of GET /doctors over ${DOCTORS} doctors, 32 connections.
Medians of ${rounds.length} rounds; the ratios (least – most) are taken within each round. By throughput they also hold what
PostgreSQL takes of the cores; by server CPU they are the steadier ones.

Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}. The load generator and PostgreSQL share the cores with
the service.

| service | by throughput | by server CPU | answers/s | server CPU, µs per answer | p50 / p99, ms |
| ------- | ------------- | ------------- | --------- | ------------------------- | ------------- |
${remembering}
${asking}
`;
}

async function bench(): Promise<void> {
  requireWrk();
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-bench-'));
  try {
    const postgres = await startLocalPostgres({ directory: join(folder, 'postgres') });
    try {
      console.log(`Loading ${DOCTORS} invented doctors.`);
      await migrate(postgres.url());
      await loadSample(postgres.url(), DOCTORS, new Date(), () => undefined);
      const database = await openDatabase(postgres.url());
      const key = makeKey('live', randomBytes);
      await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, key);
      await database.close();
      const file = join(PROJECT, 'docs/benchmarks-keys.md');
      writeFileSync(file, report(await measure(postgres.url(), key, folder)));
      console.log(`Written to ${file}`);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
