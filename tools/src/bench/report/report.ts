import type { Part } from '../bench-options.js';
import { PARTS } from '../bench-options.js';
import type { Results } from '../results.js';
import { aimsSection } from './aims.js';
import { capacitySection } from './capacity-section.js';
import { growthSection } from './growth-section.js';
import { scaleSection } from './scale-section.js';
import { peersSection, throughputSection } from './throughput-section.js';

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
  return `# Benchmarks

Written by \`npm run bench\`, in one run of ${Math.round(minutes)} minutes. Ratios are what counts: all servers of a table are up at once and are
measured in turns, in another order each round, so that what disturbs the machine disturbs all of them. Keys, imports and
the connector have reports of their own: [keys](benchmarks-keys.md), [imports](benchmarks-sync.md),
[connector](benchmarks-mcp.md). ${notes}

Machine: ${machine}, Node ${node}, PostgreSQL 18 on the same machine, durable.

**What shares the cores.** The load generator (wrk), PostgreSQL and the server that is measured; the others are idle meanwhile. wrk is
written in C, has one thread, 32 connections and its requests ready in memory before the clock starts, so that sending
one is a look-up: it takes a few microseconds for an answer, the same for every server, and answers wait for the
server and not for wrk. It does take a core in part, so that a rate is a lower bound, and ratios to the
fastest servers are the more compressed. The processor time of the server for an answer is read from the kernel, and does not depend on
who else runs.

${sections.filter((section) => section !== '').join('\n')}`;
}
