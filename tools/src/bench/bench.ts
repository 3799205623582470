import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { makeKey } from '@care-atlas/domain/key';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { loadSample } from '../sample-load.js';
import { Load, requireWrk, type Slice } from './load.js';
import { MeasuredProcess } from './measured-process.js';
import { queryPaths } from './query-paths.js';
import { type Comparison, report } from './report.js';
import { measureStarts } from './start-time.js';

const PROJECT = resolve(import.meta.dirname, '../../..');
const DOCTORS = 25_000;
const ROUNDS = 9;
const SLICE_SECONDS = 3;
const API_PORT = 3190;
const LIMIT_PORT = 3191;
const SIZE_SAMPLE = 500;

async function get(path: string, key: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${API_PORT}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return answer.text();
}

async function averageSize(paths: readonly string[], key: string): Promise<number> {
  let bytes = 0;
  for (const path of paths.slice(0, SIZE_SAMPLE)) bytes += Buffer.byteLength(await get(path, key));
  return Math.round(bytes / SIZE_SAMPLE);
}

/** Both servers stay up; in each round each gets one slice, so that what disturbs one disturbs the other. */
async function compare(databaseUrl: string, key: string, folder: string): Promise<Comparison> {
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_LIVE: '1000000000' };
  const api = await MeasuredProcess.start(join(PROJECT, 'apps/api/dist/main.js'), [], API_PORT, env);
  const paths = await queryPaths((path) => get(path, key));
  const size = await averageSize(paths, key);
  const constant = join(import.meta.dirname, 'constant-server.js');
  const limit = await MeasuredProcess.start(constant, [String(LIMIT_PORT), String(size)], LIMIT_PORT);
  const load = new Load(folder, paths, key);
  load.run(api, SLICE_SECONDS, 'random');
  const rounds: { api: Slice; limit: Slice }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const slices = {
      limit: load.run(limit, SLICE_SECONDS, 'one'),
      api: load.run(api, SLICE_SECONDS, 'random'),
    };
    rounds.push(slices);
    const { rate } = slices.api;
    say(
      `round ${round} of ${ROUNDS}: ${Math.round(rate)} answers/s, ${(rate / slices.limit.rate).toFixed(2)} of the limit`,
    );
  }
  const memory = api.memory;
  await api.stop();
  await limit.stop();
  return { rounds, size, queries: paths.length, memory };
}

function say(line: string): void {
  console.log(line);
}

async function bench(): Promise<void> {
  requireWrk();
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-bench-'));
  try {
    say('Measuring the first and the second start.');
    const starts = await measureStarts(join(folder, 'start'), API_PORT);
    const postgres = await startLocalPostgres({ directory: join(folder, 'postgres') });
    try {
      say(`Loading ${DOCTORS} invented doctors.`);
      await migrate(postgres.url());
      await loadSample(postgres.url(), DOCTORS, new Date(), () => undefined);
      const database = await openDatabase(postgres.url());
      const key = makeKey('live', randomBytes);
      await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, key);
      await database.close();
      const comparison = await compare(postgres.url(), key, folder);
      const file = join(PROJECT, 'docs/benchmarks.md');
      writeFileSync(file, report(comparison, starts, DOCTORS));
      say(`Written to ${file}`);
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
