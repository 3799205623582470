import { Registry } from 'prom-client';
import { addNameMetrics } from './outside-metrics.js';

it('addresses of IPv6 need no name, and what is not configured has no series', async () => {
  const registry = new Registry();
  addNameMetrics(registry, {
    database: 'postgres://user:password@[::1]:5432,127.0.0.1/care_atlas',
    standby: '',
    store: 'rediss://[::1]',
  });
  const [metric] = await registry.getMetricsAsJSON();
  expect(metric!.values).toMatchObject([
    { labels: { target: 'database' }, value: 1 },
    { labels: { target: 'store' }, value: 1 },
  ]);
});
