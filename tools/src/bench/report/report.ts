import { type Part, PARTS } from '../bench-options.js';
import { type Results, slicesOf } from '../results.js';
import { median } from '../statistics.js';
import { digits } from '../table.js';
import { LIMIT } from '../throughput/limit.js';
import { DOCTORS } from '../throughput/ours.js';
import { aimsSection } from './aims.js';
import { capacitySection } from './capacity-section.js';
import { growthSection } from './growth-section.js';
import { peersSection } from './peers-section.js';
import { reflow } from './reflow.js';
import { scaleSection } from './scale-section.js';
import { throughputSection } from './throughput-section.js';

/** Where and how it was measured. */
export interface Circumstances {
  /** e.g. "2 × Some Processor". */
  readonly machine: string;
  readonly node: string;
  readonly measured: ReadonlySet<Part>;
  /** How long the whole run took, minutes. */
  readonly minutes: number;
  /** Whether there is a document that says what stands in the way. */
  readonly profile: boolean;
}

/** What the generator took of a core, from the fastest server to the one that everything is about. */
function generatorText(results: Results): string {
  const texts = [LIMIT, DOCTORS].flatMap((name) => {
    const slices = slicesOf(results, name);
    if (slices.length === 0) return [];
    const each = digits(median(slices.map(({ generator }) => generator)));
    const share = median(slices.map(({ generator, rate }) => (generator * rate) / 1e4));
    return [`${each} µs for an answer of ${name}, which is ${Math.round(share)} % of a core`];
  });
  return texts.length === 0 ? '' : ` It took ${texts.join(', and ')}.`;
}

/** The report, as the Markdown of docs/benchmarks.md. */
export function report(results: Results, circumstances: Circumstances): string {
  const { machine, node, measured, minutes, profile } = circumstances;
  const missing = PARTS.filter((part) => !measured.has(part));
  const sections = [
    aimsSection(results),
    throughputSection(results),
    peersSection(results),
    scaleSection(results.scale),
    growthSection(results.growth),
    capacitySection(results),
  ];
  const notes = [
    ...(missing.length > 0 ? [`Not measured in this run: ${missing.join(', ')}.`] : []),
    ...(profile ? ['What stands in the way of more is in [profile](profile.md).'] : []),
  ].join(' ');
  return reflow(`# Benchmarks

Written by \`npm run bench\`, in one run of ${Math.round(minutes)} minutes. Ratios are what counts: all servers of a
table are up at once and are measured in turns, in another order each round, so that what disturbs the machine
disturbs all of them. Keys, imports and the connector have reports of their own: [keys](benchmarks-keys.md),
[imports](benchmarks-sync.md), [connector](benchmarks-mcp.md). ${notes}

Machine: ${machine}, Node ${node}, PostgreSQL 18 on the same machine, durable.

**What shares the cores.** The load generator (wrk), PostgreSQL and the server that is measured; the others are idle
meanwhile. wrk is written in C, has one thread, 32 connections and its requests ready in memory before the clock
starts, so that sending one is a look-up.${generatorText(results)} The server has a core of its own as long as wrk
and PostgreSQL together need no more than the other one. What they take makes a rate a lower bound. The processor
time of a server for an answer is read from the kernel, and does not depend on who else runs.

${sections.filter((section) => section !== '').join('\n')}`);
}
