/** What wrk counted in one slice of load. */
export interface WrkSummary {
  readonly requests: number;
  readonly seconds: number;
  /** Latency, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Bytes that arrived, headers included. */
  readonly bytes: number;
  /** Requests that were not answered, or with a status from 400 on. */
  readonly errors: number;
}

/** Lua: makes wrk print a line that `readWrkSummary` finds. */
export const WRK_SUMMARY = `function done(summary, latency)
  local e = summary.errors
  io.write(string.format("care-atlas %d %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** @throws when wrk printed no summary, or nothing was answered */
export function readWrkSummary(output: string): WrkSummary {
  const numbers = /^care-atlas ([\d ]+)$/m.exec(output)?.[1]?.split(' ').map(Number);
  const [requests = 0, duration = 0, p50 = 0, p99 = 0, bytes = 0, errors = 0] = numbers ?? [];
  if (requests === 0) throw new Error(`The load generator counted no answers: ${output.trim()}`);
  return { requests, seconds: duration / 1e6, p50: p50 / 1000, p99: p99 / 1000, bytes, errors };
}
