import { NODE_FLAGS } from '../../../tools/src/start/service-process.js';
import { BenchDirectory } from '../bench-directory.js';
import { loadTable, ratiosOf } from '../figures/load-table.js';
import { paragraph, spread } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import { type Protocol, type ToolName, TOOLS, toolTarget } from '../requests/tool-request.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';

/** Pairs of processes, because compilation differs from process to process. */
const PAIRS = 4;
const SOURCE = '--conditions=@care-atlas/source';
const PROTOCOLS: readonly Protocol[] = ['modern', 'legacy'];

export const CONNECTOR: Section = {
  name: 'connector',
  title: 'Tools of the connector against an empty tool',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const results = new Map<string, LoadResult[]>();
  const pairs = Math.min(PAIRS, run.rounds);
  for (let pair = 1; pair <= pairs; pair++) {
    run.log(`pair ${pair} of ${pairs}`);
    for (const [name, loads] of await inRounds(await startPair(directory), run))
      results.set(name, [...(results.get(name) ?? []), ...loads]);
    await directory.stopAll();
  }
  const ratiosTo = (name: string) =>
    ratiosOf(results, name, name.replace(/^\w+/, 'nothing'), (own, empty) => own.cpu / empty.cpu);
  const aim: Aim = {
    what: 'server CPU of any tool, times that of the empty tool',
    bound: 1.5,
    atMost: true,
    measured: Math.max(...Array.from(results.keys(), (name) => median(ratiosTo(name)))),
  };
  return {
    aims: [aim],
    blocks: [
      paragraph(`The empty tool, "nothing", runs on the same pipeline: the same keys, limits, checks and protocol library,
        used as its documentation shows. Various filters over ${directory.doctors} doctors, with ${pairs} pairs of processes
        one after the other; the rounds are those of each pair. "modern" is the protocol of 2026-07-28, "legacy" that of
        2025-11-25. search_clinics searches for the nearest clinics, most of which match; part of its cost is the
        directory's search, which the API pays as well.`),
      loadTable('tool', results, [
        { heading: 'server CPU, of the empty tool', cell: (name) => spread(ratiosTo(name)) },
      ]),
    ],
  };
}

/** Starts the connector and the empty one, and returns their tools. */
async function startPair(directory: BenchDirectory): Promise<Map<string, () => Promise<LoadResult>>> {
  const start = (file: string) => directory.service({ flags: [...NODE_FLAGS, SOURCE] }, file);
  const empty = await start('apps/mcp/test/empty-tool-server.ts');
  const product = await start('apps/mcp/src/main.ts');
  const targets = new Map<string, () => Promise<LoadResult>>();
  for (const protocol of PROTOCOLS) {
    for (const tool of Object.keys(TOOLS) as ToolName[]) {
      const server = tool === 'nothing' ? empty : product;
      targets.set(`${tool}, ${protocol}`, await toolTarget(directory, server, protocol, tool));
    }
  }
  return targets;
}
