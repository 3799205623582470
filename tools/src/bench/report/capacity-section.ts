import {
  costPerMillion,
  databaseCoresFor,
  perCore,
  PLANNED,
  PRICES,
  processesFor,
  type ProcessCost,
} from '../capacity.js';
import type { Growth } from '../growth/growth.js';
import type { Slice } from '../load.js';
import { type Results, slicesOf } from '../results.js';
import { median } from '../statistics.js';
import { digits, table } from '../table.js';
import { DOCTORS } from '../throughput/ours.js';
import { memoryPer100k } from './growth-section.js';

const RATES = [1_000, 5_000, 10_000, 50_000, 100_000];

/** What a deployment needs, computed from what was measured in the same run. */
export function capacitySection(results: Results): string {
  const { throughput, growth } = results;
  if (!throughput) return '';
  const costs = throughput.measured
    .filter(({ group }) => group === 'ours')
    .map(({ name, slices }): [string, ProcessCost] => [name, costOf(slices, throughput.memory)]);
  const doctors = costOf(slicesOf(results, DOCTORS), throughput.memory);
  const rows = costs.map(([name, cost]) => [
    name,
    digits(perCore(cost)),
    digits(cost.database),
    `$${costPerMillion(cost).toFixed(4)}`,
  ]);
  const needs = RATES.map((rate) => [
    rate.toLocaleString('en'),
    processesFor(rate, doctors),
    digits(databaseCoresFor(rate, doctors)),
  ]);
  return `## Capacity

Computed from the figures above. A process serves on one core, so what counts is its processor time for an answer;
the database's is that of checking keys. ${PLANNED * 100} % of each core is planned with: what is left meets peaks,
imports, and a process that is being replaced. Prices are assumed: $${PRICES.vcpuHour} for an hour of a virtual
core, $${PRICES.gigabyteHour} for an hour of a gigabyte; put in your own.

${table(['asked', 'answers/s that a core has time for', 'PostgreSQL CPU, µs per answer', 'dollars per million answers'], rows)}

For so many requests of GET /doctors a second:

${table(['requests/s', 'processes of one core, at least two', 'cores of PostgreSQL'], needs)}
${growth ? memoryText(growth) : ''}`;
}

function memoryText(growth: Growth): string {
  const last = growth.sizes.at(-1)!;
  const swap = Math.max(0, last.swap.memory.most - last.memory.loaded);
  return `
Memory of each process: ${digits(growth.sizes[0]!.memory.loaded)} MB with
${growth.sizes[0]!.doctors.toLocaleString('en')} doctors, ${digits(memoryPer100k(growth))} MB more for every 100,000
beyond that, and during a swap ${digits((swap / last.doctors) * 100_000)} MB per
100,000 on top, because two versions are there at once.
`;
}

function costOf(slices: readonly Slice[], memory: number): ProcessCost {
  const middle = (pick: (slice: Slice) => number) => median(slices.map(pick));
  return { server: middle(({ cpu }) => cpu), database: middle(({ database }) => database), memory };
}
