import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../random-query.js';
import { NODE_FLAGS } from '../service-process.js';
import { BenchDirectory, PROJECT } from './bench-directory.js';
import type { MeasuredProcess } from './measured-process.js';
import { median, ratios } from './statistics.js';
import { callTools, type Era, type ToolCall } from './tool-calls.js';

const DOCTORS = 25_000;
/** Processes of each server, one pair after the other: what is compiled, and how, is not the same in each. */
const PAIRS = 4;
/** Of each pair. */
const ROUNDS = 40;
/** Rounds that are not counted: until all that is hot has been compiled for good. */
const WARM_UP = 50;
const CALLS = 200;
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

/** What a tool cost by one protocol. */
interface Measured {
  readonly tool: string;
  readonly era: Era;
  /** Processor time of the server, microseconds a call, by round. */
  readonly costs: readonly number[];
  /** The same of the empty tool, in the turns just before. */
  readonly empty: readonly number[];
}

async function measure(empty: MeasuredProcess, full: MeasuredProcess, key: string): Promise<Measured[]> {
  const random = seeded(1);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const costOf = async (server: MeasuredProcess, era: Era, call: () => ToolCall) => {
    const calls = Array.from({ length: CALLS }, call);
    const before = server.threadCpu;
    await callTools(server.port, key, era, calls);
    return ((server.threadCpu - before) * 1_000) / CALLS;
  };
  const measured: Measured[] = [];
  for (const era of ['modern', 'legacy'] as const) {
    const tools = Object.entries(ASKED).map(([tool, invent]) => {
      const call = () => ({ name: tool, arguments: invent(pick) });
      return { tool, era, call, costs: [] as number[], empty: [] as number[] };
    });
    // The tools take turns within a round, so that what disturbs it disturbs all; the empty one has as many, so that
    // it is as warm.
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const { call, costs, empty: before } of tools) {
        const cost = { empty: await costOf(empty, era, () => NOTHING), tool: await costOf(full, era, call) };
        if (round < WARM_UP) continue;
        before.push(cost.empty);
        costs.push(cost.tool);
      }
    }
    measured.push(...tools);
  }
  return measured;
}

function together(one: Measured, before?: Measured): Measured {
  return before
    ? { ...one, costs: [...before.costs, ...one.costs], empty: [...before.empty, ...one.empty] }
    : one;
}

function row({ tool, era, costs, empty }: Measured): string {
  const sorted = ratios(costs, empty).toSorted((a, b) => a - b);
  const [low, high] = [0.1, 0.9].map((share) => sorted[Math.floor(share * sorted.length)]!.toFixed(2));
  return `| ${tool} | ${era} | **${median(sorted).toFixed(2)}** (${low} – ${high}) | ${Math.round(median(costs))} | ${Math.round(median(empty))} |`;
}

function report(measured: readonly Measured[]): string {
  return `# Benchmarks of the connector

Written by \`npm run bench:mcp\`. A tool's call against a call of an empty tool on the same pipeline: the same keys,
limits, checks and protocol library, which is used there as its documentation shows it. Both servers ran on the same
machine, in turns of ${CALLS} calls over 8 connections. Medians of ${ROUNDS} rounds with each of ${PAIRS} pairs of processes,
once they were warm: what is compiled, and how, differs from process to process. In a round every tool had its turn,
after one of the empty tool; the ratio is taken of the two, and between the brackets lie four fifths of them. What is
aimed at is a ratio of at most ${MOST}. Processor time is that of all threads of the server, those of the garbage
collector included.

Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}. Over ${DOCTORS} doctors, filters at random; \`modern\` is the
protocol of 2026-07-28, \`legacy\` that of 2025-11-25.

| tool | protocol | ratio (four fifths) | server CPU, µs per call | empty tool |
| --- | --- | --- | --- | --- |
${measured.map(row).join('\n')}

\`search_clinics\` asks for the nearest of some four thousand clinics, most of which match. Part of what it
costs is the directory's own search, which HTTP pays as well.
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
    let measured: Measured[] = [];
    for (let pair = 1; pair <= PAIRS; pair++) {
      say(`pair ${pair} of ${PAIRS}`);
      const empty = await start('test/empty-tool-server.ts');
      const ours = await measure(empty, await start('src/main.ts'), directory.key);
      for (const one of ours) say(row(one));
      measured = ours.map((one, i) => together(one, measured[i]));
      await directory.stopAll();
    }
    const file = join(PROJECT, 'docs/benchmarks-mcp.md');
    writeFileSync(file, report(measured));
    say(`Written to ${file}`);
  });
}

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
