import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../random-query.js';
import { NODE_FLAGS } from '../service-process.js';
import { BenchDirectory, PROJECT } from './bench-directory.js';
import type { MeasuredProcess } from './measured-process.js';
import { median } from './statistics.js';
import { callTools, type Era, type ToolCall } from './tool-calls.js';

const DOCTORS = 25_000;
const ROUNDS = 15;
const CALLS = 1_000;
const MOST = 1.5;

const NOTHING: ToolCall = { name: 'nothing', arguments: {} };
const LANGUAGES = ['English', 'French', 'Mandarin', 'Tamil', 'Urdu', 'Spanish', 'Arabic'];
const SPECIALTIES = ['Family Medicine', 'Pediatrics', 'Cardiology', 'Dermatology', 'Psychiatry'];

/** What is asked of each tool, at random where it can be. */
const ASKED: Readonly<Record<string, (pick: <T>(of: readonly T[]) => T) => object>> = {
  search_doctors: (pick) => ({
    specialties: [pick(SPECIALTIES)],
    languages: [pick(LANGUAGES)],
    accepting: pick([true, false]),
    nearTTC: pick([true, false]),
  }),
  search_clinics: (pick) => ({
    languages: [pick(LANGUAGES)],
    lat: 43.65,
    lng: -79.38 - pick([1, 2, 3]) / 10,
  }),
  get_directory_summary: () => ({}),
};

interface Measured {
  readonly tool: string;
  readonly era: Era;
  /** Processor time of the server, microseconds a call, by round. */
  readonly empty: readonly number[];
  readonly full: readonly number[];
}

async function measure(empty: MeasuredProcess, full: MeasuredProcess, key: string): Promise<Measured[]> {
  const random = seeded(1);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const costOf = async (server: MeasuredProcess, era: Era, calls: readonly ToolCall[]) => {
    const before = server.cpu;
    await callTools(server.port, key, era, calls);
    return ((server.cpu - before) * 1_000) / calls.length;
  };
  const measured: Measured[] = [];
  for (const era of ['modern', 'legacy'] as const) {
    for (const [tool, invent] of Object.entries(ASKED)) {
      const calls = () => Array.from({ length: CALLS }, () => ({ name: tool, arguments: invent(pick) }));
      const nothing = Array.from({ length: CALLS }, () => NOTHING);
      const costs = { empty: [] as number[], full: [] as number[] };
      // The first round warms both up.
      for (let round = 0; round <= ROUNDS; round++) {
        const cost = { empty: await costOf(empty, era, nothing), full: await costOf(full, era, calls()) };
        if (round === 0) continue;
        costs.empty.push(cost.empty);
        costs.full.push(cost.full);
      }
      measured.push({ tool, era, ...costs });
      say(row(measured.at(-1)!));
    }
  }
  return measured;
}

function row({ tool, era, empty, full }: Measured): string {
  const ratios = full.map((cost, round) => cost / empty[round]!);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  return `| ${tool} | ${era} | **${median(ratios).toFixed(2)}** (${least} – ${most}) | ${Math.round(median(full))} | ${Math.round(median(empty))} |`;
}

function report(measured: readonly Measured[]): string {
  return `# Benchmarks of the connector

Written by \`npm run bench:mcp\`. A tool's call against a call of an empty tool on the same pipeline: the same keys,
limits, checks and protocol library, which is used there as its documentation shows it. Both servers ran on the same
machine, in turns of ${CALLS} calls over 8 connections; medians of ${ROUNDS} rounds, the ratio taken within each round. What is aimed at
is a ratio of at most ${MOST}.

Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}. Over ${DOCTORS} doctors, filters at random; \`modern\` is the
protocol of 2026-07-28, \`legacy\` that of 2025-11-25.

| tool | protocol | ratio (least – most) | server CPU, µs per call | empty tool |
| --- | --- | --- | --- | --- |
${measured.map(row).join('\n')}

\`search_clinics\` asks for the nearest of some four thousand clinics, most of which match. What it costs beyond the others is
the directory's own search, which HTTP pays as well.
`;
}

function say(line: string): void {
  console.log(line);
}

async function bench(): Promise<void> {
  await BenchDirectory.open(DOCTORS, async (directory) => {
    const source = ['--conditions=@care-atlas/source', '--import', join(PROJECT, 'tools/dev-register.mjs')];
    const start = (file: string) =>
      directory.connector(join(PROJECT, 'apps/mcp', file), [...NODE_FLAGS, ...source]);
    const empty = await start('test/empty-tool-server.ts');
    const measured = await measure(empty, await start('src/main.ts'), directory.key);
    const file = join(PROJECT, 'docs/benchmarks-mcp.md');
    writeFileSync(file, report(measured));
    say(`Written to ${file}`);
  });
}

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
