import { cpus } from 'node:os';
import type { Slice } from './load.js';
import type { Starts } from './start-time.js';

/** What was measured side by side. */
export interface Comparison {
  readonly rounds: readonly { readonly api: Slice; readonly limit: Slice }[];
  /** Average size of an answer, bytes. */
  readonly size: number;
  readonly queries: number;
  /** Resident memory of the API after the load, megabytes. */
  readonly memory: number;
}

/** The report, as the Markdown of docs/benchmarks.md. */
export function report(
  { rounds, size, queries, memory }: Comparison,
  starts: Starts,
  doctors: number,
): string {
  const ratios = rounds.map(({ api, limit }) => api.rate / limit.rate);
  const row = (name: string, slices: readonly Slice[], ratio: string) => {
    const of = (pick: (slice: Slice) => number) => median(slices.map(pick));
    const cells = [of((s) => s.rate), of((s) => s.cpu), of((s) => s.p50), of((s) => s.p99)];
    return `| ${name} | ${ratio} | ${Math.round(cells[0]!)} | ${Math.round(cells[1]!)} | ${cells[2]!.toFixed(1)} / ${cells[3]!.toFixed(1)} |`;
  };
  const [processor] = cpus();
  return `# Benchmarks

Written by \`npm run bench\`. Ratios are what counts: both servers ran on the same machine at the same time, in turns.

Machine: ${cpus().length} × ${processor?.model.trim()}, Node ${process.version}. The load generator (wrk, 1 thread, 32 connections) and
PostgreSQL share the cores with the server.

## A random filter query against the limit

GET /doctors, at random among ${queries} different queries over ${doctors} doctors, with everything on: key check against
PostgreSQL, validation, rate limit, all headers. The limit is \`node:http\` answering constant bytes of the same average
size (${size} bytes) to a request of the same kind. Medians of ${rounds.length} rounds; the ratio is taken within each round.

| server | ratio (least – most) | answers/s | server CPU, µs per answer | p50 / p99, ms |
| --- | --- | --- | --- | --- |
${row(
  'node:http, constant',
  rounds.map(({ limit }) => limit),
  '1',
)}
${row(
  'Care Atlas',
  rounds.map(({ api }) => api),
  `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)})`,
)}

## Start and memory

| what | measured |
| --- | --- |
| first start, from the command to the first answer: makes the database, loads ${doctors} doctors | ${starts.first.toFixed(1)} s |
| second start | ${starts.second.toFixed(1)} s |
| memory of the API after the load (resident) | ${Math.round(memory)} MB |
`;
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
