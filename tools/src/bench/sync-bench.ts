import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { PROJECT } from './bench-directory.js';
import { copyRate, keyedCopyRate } from './copy-rate.js';
import { keyed } from './http-request.js';
import { Load, requireWrk, type Slice } from './load.js';
import { MeasuredProcess } from './measured-process.js';
import type { RegisterEdition } from './register-rows.js';
import { type SizeResult, syncReport } from './sync-report.js';

const SIZES = [25_000, 250_000, 1_000_000];
/** The size at which the API is asked while an import runs. */
const SERVED = 25_000;
const API_PORT = 3490;
const SLICE_SECONDS = 5;
const FIRST_NIGHT = Date.UTC(2026, 10, 1, 6);
const NIGHT_MS = 86_400_000;

/** What a run of the import process tells when it ends. */
interface ImportResult {
  readonly seconds: number;
  readonly megabytes: number;
}

class Nights {
  #night = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly doctors: number,
  ) {}

  /** Imports an edition of the register in a process of its own, a day after the import before. */
  import(edition: RegisterEdition): Promise<ImportResult> {
    const time = new Date(FIRST_NIGHT + NIGHT_MS * this.#night++).toISOString();
    const child = fork(join(import.meta.dirname, 'sync-process.js'), [
      this.databaseUrl,
      String(this.doctors),
      edition,
      time,
    ]);
    return new Promise((done, fail) => {
      child.once('message', (result) => done(result as ImportResult));
      child.once('exit', (code) => fail(new Error(`The import ended with ${code} and no result.`)));
    });
  }
}

async function measureSize(folder: string, doctors: number): Promise<SizeResult> {
  const postgres = await startLocalPostgres({ directory: join(folder, `postgres-${doctors}`) });
  try {
    const url = postgres.url();
    await migrate(url);
    const nights = new Nights(url, doctors);
    const copies = [await copyRate(url, doctors)];
    const runs: Record<string, ImportResult> = {
      created: await nights.import('first'),
      unchanged: await nights.import('first'),
    };
    const keyedCopy = await keyedCopyRate(url, doctors, folder);
    copies.push(await copyRate(url, doctors));
    runs['changed'] = await nights.import('second');
    copies.push(await copyRate(url, doctors));
    const served = doctors === SERVED ? await measureServing(folder, url, nights) : undefined;
    const copy = copies.toSorted((a, b) => a - b)[1]!;
    for (const [what, { seconds, megabytes }] of Object.entries(runs)) {
      say(`${doctors} ${what}: ${Math.round(doctors / seconds)} rows/s, ${Math.round(megabytes)} MB`);
    }
    return { doctors, copy, keyedCopy, runs, served };
  } finally {
    await postgres.stop();
  }
}

/** Latency of the API without an import, and while one runs whose rows all differ. */
async function measureServing(folder: string, databaseUrl: string, nights: Nights): Promise<Slice[]> {
  const database = await openDatabase(databaseUrl);
  const key = makeKey('live', randomBytes);
  await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, key);
  await database.close();
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_LIVE: '1000000000' };
  const api = await MeasuredProcess.start(join(PROJECT, 'apps/api/dist/main.js'), { port: API_PORT, env });
  try {
    const paths = [
      'accepting=true',
      'specialty=Cardiology',
      'languages=Tamil,French',
      'gender=female&minYears=10',
    ];
    const requests = keyed(
      paths.map((query) => `/api/v1/doctors?${query}`),
      key,
    );
    const load = new Load(folder, requests);
    const slice = () => load.run([api], { seconds: SLICE_SECONDS });
    await slice();
    const before = await slice();
    const importing = nights.import('first');
    const during = await slice();
    await importing;
    return [before, during];
  } finally {
    await api.stop();
  }
}

function say(line: string): void {
  console.log(line);
}

async function bench(): Promise<void> {
  requireWrk();
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : SIZES;
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-sync-bench-'));
  try {
    const results: SizeResult[] = [];
    for (const doctors of sizes) results.push(await measureSize(folder, doctors));
    const file = join(PROJECT, 'docs/benchmarks-sync.md');
    writeFileSync(file, syncReport(results));
    say(`Written to ${file}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
