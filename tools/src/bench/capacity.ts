/** What was measured of one process, as far as sizes are computed from it. */
export interface ProcessCost {
  /** Processor time of the server for one answer, microseconds. */
  readonly server: number;
  /** The same of the database, which is asked about keys. */
  readonly database: number;
  /** Resident memory, megabytes. */
  readonly memory: number;
}

/** Assumed prices, in dollars: of the order that clouds ask for small machines on demand. */
export const PRICES = { vcpuHour: 0.04, gigabyteHour: 0.005 } as const;

/** How much of a core is planned with: what is left meets peaks, imports and a process that is replaced. */
export const PLANNED = 0.6;

const HOUR_MICROSECONDS = 3.6e9;
const MILLION = 1e6;

/** Answers a second for which a core of the server has time, if it does nothing else. */
export function perCore({ server }: ProcessCost): number {
  return MILLION / server;
}

/** Processes, of one core each, that answer so many requests a second with what is planned; at least two. */
export function processesFor(rate: number, cost: ProcessCost): number {
  return Math.max(2, Math.ceil(rate / (perCore(cost) * PLANNED)));
}

/** Cores of the database that so many requests a second take, with what is planned. */
export function databaseCoresFor(rate: number, { database }: ProcessCost): number {
  return (rate * database) / MILLION / PLANNED;
}

/** Dollars for a million requests, while processes are used as planned: processor time of both, and memory. */
export function costPerMillion(cost: ProcessCost): number {
  const cores = ((cost.server + cost.database) * MILLION) / HOUR_MICROSECONDS / PLANNED;
  const processHours = (cost.server * MILLION) / HOUR_MICROSECONDS / PLANNED;
  return cores * PRICES.vcpuHour + processHours * (cost.memory / 1024) * PRICES.gigabyteHour;
}
