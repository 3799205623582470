import type { Metric, Registry } from 'prom-client';
import { addCounter } from './read-metric.js';
import { DURATION_BOUNDS, type OperationTally, type RequestTally } from './request-tally.js';

/** Adds the answers of a process and the tool calls of the connector: their outcomes and durations. */
export function addRequestMetrics(
  registry: Registry,
  { requests, tools }: Readonly<Record<'requests' | 'tools', RequestTally>>,
): void {
  addOutcomes(registry, 'care_atlas_requests_total', 'Requests answered.', requests);
  addDurations(
    registry,
    'care_atlas_request_duration_seconds',
    'From the arrival of a request to the sending of its answer.',
    requests,
  );
  addOutcomes(registry, 'care_atlas_tool_calls_total', 'Tool calls and resource reads answered.', tools);
  addDurations(
    registry,
    'care_atlas_tool_duration_seconds',
    'From the arrival of a request to the answer of a tool in it.',
    tools,
  );
}

function addOutcomes(registry: Registry, name: string, help: string, { operations }: RequestTally): void {
  const read = () =>
    [...operations].flatMap(([operation, counted]) =>
      counted.outcomes().map(({ tier, status, count }) => [{ operation, status, tier }, count] as const),
    );
  addCounter(registry, name, help, read, 'operation', 'status', 'tier');
}

// Reads its values from a tally; the library's own histogram would cost each request a microsecond.
function addDurations(registry: Registry, name: string, help: string, tally: RequestTally): void {
  const get = () => {
    const values = [...tally.operations].flatMap(([operation, counted]) => buckets(name, operation, counted));
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  };
  // The registry uses no other members of a metric.
  registry.registerMetric({ name, get } as unknown as Metric);
}

function buckets(name: string, operation: string, { durations, seconds }: OperationTally) {
  let count = 0;
  const values = Array.from(durations, (inBucket, index) => {
    count += inBucket;
    const labels = { operation, le: DURATION_BOUNDS[index] ?? '+Inf' };
    return { metricName: `${name}_bucket`, labels, value: count };
  });
  return [
    ...values,
    { metricName: `${name}_sum`, labels: { operation }, value: seconds },
    { metricName: `${name}_count`, labels: { operation }, value: count },
  ];
}
