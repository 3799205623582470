import { type LoadResults, medianOf } from './load-table.js';
import { digits, paragraph, table } from './markdown.js';

/** The measured cost of a process. */
export interface ProcessCost {
  /** Processor time of the server per answer, microseconds. */
  readonly server: number;
  /** The same of the database. */
  readonly database: number;
  /** Resident memory, megabytes. */
  readonly memory: number;
}

/** Assumed prices in dollars, of the order of small on-demand machines. */
export const PRICES = { vcpuHour: 0.04, gigabyteHour: 0.005 } as const;

/** The planned share of each core; the rest is for peaks, imports and a process that is being replaced. */
export const PLANNED = 0.6;

const HOUR_MICROSECONDS = 3.6e9;
const MILLION = 1e6;
const RATES = [1_000, 5_000, 10_000, 50_000, 100_000];

/** Answers per second that a core of the server has time for. */
export function perCore({ server }: ProcessCost): number {
  return MILLION / server;
}

/** Single-core processes needed for a rate of requests at the planned share; at least two. */
export function processesFor(rate: number, cost: ProcessCost): number {
  return Math.max(2, Math.ceil(rate / (perCore(cost) * PLANNED)));
}

/** Cores of the database needed for a rate of requests at the planned share. */
export function databaseCoresFor(rate: number, { database }: ProcessCost): number {
  return (rate * database) / MILLION / PLANNED;
}

const hours = (microseconds: number) => (microseconds * MILLION) / HOUR_MICROSECONDS / PLANNED;

/** Dollars per million requests at the planned share: processor time of both, and memory. */
export function costPerMillion({ server, database, memory }: ProcessCost): number {
  const processor = hours(server + database) * PRICES.vcpuHour;
  return processor + hours(server) * (memory / 1024) * PRICES.gigabyteHour;
}

/**
 * Renders what a deployment needs.
 * @param main the target whose processes are computed
 */
export function capacityBlocks(results: LoadResults, main: string, memory: number): string[] {
  const costOf = (target: string): ProcessCost => ({
    server: medianOf(results, target, ({ cpu }) => cpu),
    database: medianOf(results, target, ({ databaseCpu }) => databaseCpu),
    memory,
  });
  const costs = Array.from(results.keys(), (target) => {
    const cost = costOf(target);
    return [target, digits(perCore(cost)), `$${costPerMillion(cost).toFixed(4)}`];
  });
  const cost = costOf(main);
  const needs = RATES.map((rate) => [
    rate.toLocaleString('en'),
    processesFor(rate, cost),
    digits(databaseCoresFor(rate, cost)),
  ]);
  return [
    '## Capacity',
    paragraph(`A process uses one core, so its processor time per answer determines the capacity. ${PLANNED * 100} % of each core is planned; the rest is for peaks, imports and a process that
      is being replaced. Assumed prices: $${PRICES.vcpuHour} per vCPU hour and $${PRICES.gigabyteHour} per gigabyte hour.`),
    table(['request', 'answers/s per core', 'dollars per million answers'], costs),
    `For a rate of ${main}:`,
    table(['requests/s', 'single-core processes, at least two', 'cores of PostgreSQL'], needs),
  ];
}
