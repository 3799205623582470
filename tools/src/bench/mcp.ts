import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { makeKey } from '@care-atlas/domain/key';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { loadSample } from '../sample-load.js';
import { seeded } from '../random-query.js';
import { MeasuredProcess } from './measured-process.js';
import { callTools, type Era, type ToolCall } from './tool-calls.js';

const PROJECT = resolve(import.meta.dirname, '../../..');
const DOCTORS = 25_000;
const ROUNDS = 15;
const CALLS = 1_000;
const TOOL_PORT = 3192;
const EMPTY_PORT = 3193;
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function say(line: string): void {
  console.log(line);
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-bench-'));
  const postgres = await startLocalPostgres({ directory: join(folder, 'postgres') });
  const servers: MeasuredProcess[] = [];
  try {
    await migrate(postgres.url());
    await loadSample(postgres.url(), DOCTORS, new Date(), () => undefined);
    const database = await openDatabase(postgres.url());
    const key = makeKey('live', randomBytes);
    await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, key);
    await database.close();
    const start = async (file: string, port: number) => {
      const env = { DATABASE_URL: postgres.url(), MCP_PORT: String(port), RATE_LIMIT_LIVE: '1000000000' };
      const source = ['--conditions=@care-atlas/source', '--import', join(PROJECT, 'tools/dev-register.mjs')];
      const server = await MeasuredProcess.start(join(PROJECT, 'apps/mcp', file), [], port, env, source);
      servers.push(server);
      return server;
    };
    const empty = await start('test/empty-tool-server.ts', EMPTY_PORT);
    const measured = await measure(empty, await start('src/main.ts', TOOL_PORT), key);
    const file = join(PROJECT, 'docs/benchmarks-mcp.md');
    writeFileSync(file, report(measured));
    say(`Written to ${file}`);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await bench().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
