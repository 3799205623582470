import { join } from 'node:path';
import { seeded } from '../../queries/random-query.js';
import { PROJECT } from '../../project.js';
import { NODE_FLAGS } from '../../start/service-process.js';
import { BenchDirectory } from '../bench-directory.js';
import { bodyOf } from '../requests/http-request.js';
import type { LoadResult } from '../load.js';
import { digits, paragraph, spread, table } from '../figures/markdown.js';
import type { MeasuredProcess } from '../measured-process.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';
import { median, ratios } from '../figures/statistics.js';
import { isToolResult, type Protocol, toolRequest } from '../requests/tool-request.js';

/** Pairs of processes, because compilation differs from process to process. */
const PAIRS = 4;
const CALLS = 1_000;
const SOURCE = ['--conditions=@care-atlas/source', '--import', join(PROJECT, 'tools/dev-register.mjs')];
const EMPTY = 'nothing';
const PROTOCOLS: readonly Protocol[] = ['modern', 'legacy'];
const LANGUAGES = ['English', 'French', 'Mandarin', 'Tamil', 'Urdu', 'Spanish', 'Arabic'];
const SPECIALTIES = ['Family Medicine', 'Pediatrics', 'Cardiology', 'Dermatology', 'Psychiatry'];

type Arguments = (pick: <T>(of: readonly T[]) => T) => object;

/** The arguments of each tool, random where there are any. */
const TOOLS: Readonly<Record<string, Arguments>> = {
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

export const CONNECTOR: Section = {
  name: 'connector',
  title: 'Tools against an empty tool',
  summary: 'the cost of each tool beside a tool that does nothing',
  document: 'connector',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const costs = new Map<string, number[]>();
  const pairs = Math.min(PAIRS, run.rounds);
  const start = (file: string) =>
    directory.connector(join(PROJECT, 'apps/mcp', file), { flags: [...NODE_FLAGS, ...SOURCE] });
  for (let pair = 1; pair <= pairs; pair++) {
    run.log(`pair ${pair} of ${pairs}`);
    const [empty, product] = [await start('test/empty-tool-server.ts'), await start('src/main.ts')];
    const results = await inRounds(await targets(directory, empty, product), run);
    for (const [name, loads] of results)
      costs.set(name, [...(costs.get(name) ?? []), ...loads.map(({ cpu }) => cpu)]);
    await directory.stopAll();
  }
  const rows = PROTOCOLS.flatMap((protocol) =>
    Object.keys(TOOLS).map((tool) => {
      const [own, empty] = [tool, EMPTY].map((name) => costs.get(`${name} ${protocol}`)!) as [
        number[],
        number[],
      ];
      return { tool, protocol, own, empty, ratios: ratios(own, empty) };
    }),
  );
  const worst = Math.max(...rows.map((row) => median(row.ratios)));
  const aim: Aim = {
    what: 'server CPU of any tool, times that of the empty tool',
    bound: 1.5,
    atMost: true,
    measured: worst,
  };
  return {
    aims: [aim],
    blocks: [
      paragraph(`The empty tool runs on the same pipeline: the same keys, limits, checks and protocol library, used as its
        documentation shows. Random filters over ${directory.doctors} doctors, with ${pairs} pairs of processes one after
        the other; the rounds are those of each pair. \`modern\` is the protocol of 2026-07-28, \`legacy\` that of
        2025-11-25. \`search_clinics\` searches for the nearest clinics, most of which match; part of its cost is the
        directory's search, which the API pays as well.`),
      table(
        ['tool', 'protocol', 'of the empty tool', 'server CPU, µs per call', 'empty tool'],
        rows.map(({ tool, protocol, own, empty, ratios: values }) => [
          tool,
          protocol,
          spread(values),
          digits(median(own)),
          digits(median(empty)),
        ]),
      ),
    ],
  };
}

async function targets(
  directory: BenchDirectory,
  empty: MeasuredProcess,
  product: MeasuredProcess,
): Promise<Map<string, () => Promise<LoadResult>>> {
  const random = seeded(1);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const result = new Map<string, () => Promise<LoadResult>>();
  for (const protocol of PROTOCOLS) {
    const tools: Record<string, Arguments> = { [EMPTY]: () => ({}), ...TOOLS };
    for (const [tool, args] of Object.entries(tools)) {
      const server = tool === EMPTY ? empty : product;
      const requests = Array.from({ length: CALLS }, () =>
        toolRequest(directory.key, protocol, tool, args(pick)),
      );
      const body = await bodyOf(server.port, requests[0]!);
      if (!isToolResult(body)) throw new Error(`${tool} was answered with ${body.slice(0, 200)}`);
      result.set(`${tool} ${protocol}`, directory.target(server, requests));
    }
  }
  return result;
}
