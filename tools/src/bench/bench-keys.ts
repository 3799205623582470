import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../service-process.js';
import { BenchDirectory, PROJECT } from './bench-directory.js';
import { keyed } from './http-request.js';
import { Load, requireWrk, type Slice } from './load.js';
import type { MeasuredProcess } from './measured-process.js';
import { questionPaths, vocabularyOf } from './question-paths.js';
import { median } from './statistics.js';

// What it costs to ask the database about the key of every request: two services on one database, of which one
// remembers keys, in turns.
const DOCTORS = 25_000;
const ROUNDS = 31;
const SLICE_SECONDS = 1;

interface Round {
  readonly checked: Slice;
  readonly remembered: Slice;
}

async function measure(directory: BenchDirectory): Promise<Round[]> {
  const remembering = [...NODE_FLAGS, '--import', join(import.meta.dirname, 'remembered-keys.js')];
  const checked = await directory.api();
  const remembered = await directory.api({ flags: remembering });
  const paths = questionPaths('doctors', await vocabularyOf(directory.reader(checked)));
  const load = new Load(directory.folder, keyed(paths, directory.key));
  const slice = (service: MeasuredProcess) => load.run([service], { seconds: SLICE_SECONDS });
  for (const service of [checked, remembered]) await slice(service);
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const slices = { remembered: await slice(remembered), checked: await slice(checked) };
    rounds.push(slices);
    console.log(
      `round ${round} of ${ROUNDS}: ${SHARES.throughput(slices).toFixed(2)} of the throughput without the check`,
    );
  }
  return rounds;
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
  console.log(`Loading ${DOCTORS} invented doctors.`);
  const rounds = await BenchDirectory.open(DOCTORS, measure);
  const file = join(PROJECT, 'docs/benchmarks-keys.md');
  writeFileSync(file, report(rounds));
  console.log(`Written to ${file}`);
}

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
