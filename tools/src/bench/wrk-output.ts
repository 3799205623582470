/** The counts that wrk prints at its end. */
export interface WrkSummary {
  readonly requests: number;
  readonly seconds: number;
  /** Latency in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Bytes received, headers included. */
  readonly bytes: number;
  /** Requests without an answer or with a status of 400 or more. */
  readonly errors: number;
}

/** Lua code that makes wrk print the line that `readWrkSummary` reads. */
export const WRK_SUMMARY = `function done(summary, latency)
  local e = summary.errors
  io.write(string.format("care-atlas %d %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** @throws when wrk printed no summary or received no answers */
export function readWrkSummary(output: string): WrkSummary {
  const numbers = /^care-atlas ([\d ]+)$/m.exec(output)?.[1]?.split(' ').map(Number);
  const [requests = 0, duration = 0, p50 = 0, p99 = 0, bytes = 0, errors = 0] = numbers ?? [];
  if (requests === 0) throw new Error(`The load generator counted no answers: ${output.trim()}`);
  return { requests, seconds: duration / 1e6, p50: p50 / 1000, p99: p99 / 1000, bytes, errors };
}
