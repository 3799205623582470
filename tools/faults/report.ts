import { countByStatus, type RequestRecord } from '../test/stage/client-load.js';

/** Prints the result of a scenario. */
export function report(line: string): void {
  process.stderr.write(`  ▸ ${line}\n`);
}

/** "5,312 answers, 41 × 503" */
export function answers(records: readonly RequestRecord[]): string {
  const { 200: ok = 0, 0: broken = 0, ...others } = countByStatus(records);
  const rest = Object.entries(others).map(([status, count]) => `${thousands(count)} × ${status}`);
  const lost = broken > 0 ? [`${thousands(broken)} without an answer`] : [];
  return [`${thousands(records.length)} requests, ${thousands(ok)} × 200`, ...rest, ...lost].join(', ');
}

/** "1.9 s" or "12 ms" */
export function time(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds)} ms`;
}

export function thousands(count: number): string {
  return count.toLocaleString('en-CA');
}
