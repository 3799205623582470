import { Registry } from 'prom-client';
import { addRequestMetrics } from './request-metrics.js';
import { RequestTally } from './request-tally.js';

async function shown(requests: RequestTally): Promise<string> {
  const registry = new Registry();
  addRequestMetrics(registry, { requests, tools: new RequestTally() });
  return registry.metrics();
}

it('requests are shown by operation, status and tier', async () => {
  const requests = new RequestTally();
  requests.of('listDoctors').count('live', 200);
  requests.of('listDoctors').count('live', 200);
  requests.of('listDoctors').count(undefined, 401);
  requests.of('getDoctor').count('admin', 599);
  const text = await shown(requests);
  expect(text).toContain('care_atlas_requests_total{operation="listDoctors",status="200",tier="live"} 2');
  expect(text).toContain('care_atlas_requests_total{operation="listDoctors",status="401",tier="none"} 1');
  expect(text).toContain('care_atlas_requests_total{operation="getDoctor",status="599",tier="admin"} 1');
});

it('what is shown twice is counted once', async () => {
  const requests = new RequestTally();
  const registry = new Registry();
  addRequestMetrics(registry, { requests, tools: new RequestTally() });
  requests.of('ping').count(undefined, 200);
  expect(await registry.metrics()).toBe(await registry.metrics());
});

it('a duration counts in every class whose end it does not exceed', async () => {
  const requests = new RequestTally();
  for (const milliseconds of [1, 1.5, 20_000]) requests.of('ping').addDuration(milliseconds);
  const name = 'care_atlas_request_duration_seconds';
  const lines = (await shown(requests)).split('\n').filter((line) => line.startsWith(name));
  const bucket = (le: string) =>
    lines
      .find((line) => line.includes(`le="${le}"`))
      ?.split(' ')
      .at(-1);
  expect(['0.0005', '0.001', '0.0025', '10', '+Inf'].map(bucket)).toEqual(['0', '1', '2', '2', '3']);
  expect(lines.slice(-2)).toEqual([
    `${name}_sum{operation="ping"} 20.0025`,
    `${name}_count{operation="ping"} 3`,
  ]);
});
