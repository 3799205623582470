import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { LocalExportStore, publishExport } from '@care-atlas/data/exports';
import { VARIABLES } from '@care-atlas/server/configuration';
import { useTestDatabase } from '../stage/use-test-database.js';
import { loadSample } from '../../src/sample/load-sample.js';
import { callTool } from '../stage/call-tool.js';
import { until } from '../stage/until.js';
import { RunningService } from '../stage/programs/running-service.js';
import { loadedTracing, NOTICE_TRACING } from './loaded-tracing.js';

const KEY = VARIABLES.SANDBOX_KEY.fallback;
const NOW = new Date();
const authorization = `Bearer ${KEY}`;

const readProject = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const exports = mkdtempSync(join(tmpdir(), 'care-atlas-metrics-'));
let api: RunningService;
let mcp: RunningService;
let dashboard: RunningService;
const running: RunningService[] = [];

async function start(...[name, env]: Parameters<typeof RunningService.start>): Promise<RunningService> {
  const service = await RunningService.start(name, { DATABASE_URL: database.url, ...env }, [NOTICE_TRACING]);
  running.push(service);
  return service;
}

afterAll(async () => {
  for (const service of running) await service.end();
});
const database = useTestDatabase(50, NOW);
beforeAll(async () => {
  api = await start('api', { RATE_LIMIT_SANDBOX: '2', EXPORT_DIR: exports });
  mcp = await start('mcp', {});
  dashboard = await start('dashboard', {});
});

it('the API exposes its requests, its dataset and its dependencies', async () => {
  for (let i = 0; i < 3; i++) {
    await (await fetch(`${api.url}/api/v1/doctors?limit=1`, { headers: { authorization } })).text();
  }
  await fetch(`${api.url}/api/v1/doctors`);
  await fetch(`${api.url}/nothing`);
  await fetch(`${api.url}/%ff`);
  const metrics = await api.metrics();
  const requests = (labels: Record<string, string>) => metrics.value('care_atlas_requests_total', labels);
  expect(requests({ operation: 'listDoctors', status: '200', tier: 'sandbox' })).toBe(2);
  expect(requests({ operation: 'listDoctors', status: '429', tier: 'sandbox' })).toBe(1);
  expect(requests({ operation: 'listDoctors', status: '401', tier: 'none' })).toBe(1);
  expect(requests({ operation: 'none', status: '404' })).toBe(1);
  expect(requests({ operation: 'none', status: '400' })).toBe(1);
  expect(metrics.value('care_atlas_limits_reached_total', { limit: 'sandbox' })).toBe(1);
  expect(metrics.value('care_atlas_request_duration_seconds_count', { operation: 'listDoctors' })).toBe(4);
  expect(metrics.value('care_atlas_dataset_records', { kind: 'doctors' })).toBeGreaterThan(0);
  expect(metrics.value('care_atlas_database_up')).toBe(1);
  expect(metrics.value('care_atlas_rate_store_away')).toBe(0);
  expect(metrics.value('care_atlas_sync_success_timestamp_seconds', { source: 'sample' })).toBeGreaterThan(0);
  expect(metrics.value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

it('all metrics are documented, and the Grafana dashboard queries no others', async () => {
  const all = await Promise.all([api.metrics(), dashboard.metrics()]);
  const names = [...new Set(all.flatMap((each) => each.names))];
  const ours = names.filter((name) => name.startsWith('care_atlas_'));
  const documented = [...readProject('docs/operate/observability.md').matchAll(/^\| `(care_atlas_\w+)` /gm)];
  expect(new Set(documented.map(([, name]) => name))).toEqual(new Set(ours));
  const asked = readProject('docker/grafana/care-atlas.json').match(/(care_atlas|nodejs|process)_\w+/g)!;
  expect(asked.length).toBeGreaterThan(20);
  const missing = asked.filter((name) => !names.includes(name.replace(/_bucket$/, '')));
  expect(missing).toEqual([]);
});

it('the age of the last backup is exposed: 0 until there is one', async () => {
  const success = async () => (await api.metrics()).value('care_atlas_backup_success_timestamp_seconds');
  expect(await success()).toBe(0);
  const client = new Client(database.url);
  await client.connect();
  await client.query('insert into backup_run (succeeded) values (true)');
  await client.end();
  await until('the backup was noticed', async () => (await success())! > NOW.getTime() / 1000);
  expect((await api.metrics()).value('care_atlas_backup_failure_timestamp_seconds')).toBe(0);
});

it('the memory that a process may use is exposed, and is more than it uses', async () => {
  const metrics = await mcp.metrics();
  const used = metrics.value('process_resident_memory_bytes')!;
  expect(metrics.value('care_atlas_memory_limit_bytes')).toBeGreaterThan(used);
  expect(metrics.value('care_atlas_memory_limit_bytes')).toBeLessThanOrEqual(totalmem());
});

it('a newer dataset is counted, with its load time', async () => {
  const before = await api.metrics();
  await loadSample(database.url, 50, new Date());
  await until('the newer dataset was served', async () => {
    return (await api.metrics()).value('care_atlas_dataset_swaps_total') === 1;
  });
  const after = await api.metrics();
  expect(before.value('care_atlas_dataset_swaps_total')).toBe(0);
  expect(after.value('care_atlas_dataset_load_seconds')).toBeGreaterThan(0);
  expect(after.value('care_atlas_dataset_swap_failures_total')).toBe(0);
});

it('an unavailable shared store is exposed, and whether its name is known', async () => {
  // No resolver knows a name in this domain (RFC 6761).
  const limited = await start('api', { REDIS_URL: 'redis://store.invalid:1', EXPORT_DIR: exports });
  const metrics = await limited.metrics();
  const names = (target: string) => metrics.value('care_atlas_names_known', { target });
  expect([metrics.value('care_atlas_rate_store_away'), names('store'), names('database')]).toEqual([1, 0, 1]);
});

it('a version that waits for its export is exposed, until it is written', async () => {
  const now = new Date();
  const before = await api.metrics();
  expect(before.value('care_atlas_export_lag_seconds')).toBeGreaterThan(0);
  expect(before.value('care_atlas_export_timestamp_seconds')).toBe(0);
  await publishExport(database.url, new LocalExportStore(exports), { now });
  const later = await start('api', { EXPORT_DIR: exports });
  const after = await later.metrics();
  expect(after.value('care_atlas_export_lag_seconds')).toBe(0);
  expect(after.value('care_atlas_export_timestamp_seconds')).toBe(now.getTime() / 1000);
  expect(after.value('care_atlas_changes_since_timestamp_seconds')).toBeGreaterThan(0);
  const { dataset } = (await (await fetch(later.readyUrl)).json()) as {
    dataset: { version: string; exported: string };
  };
  expect(dataset.exported).toBe(dataset.version);
  // A folder that is a file cannot be read: it is not known how far its exports are behind, and the API is ready.
  const unread = await start('api', { EXPORT_DIR: fileURLToPath(import.meta.url) });
  const { text } = await unread.metrics();
  expect(text).toMatch(/^care_atlas_export_lag_seconds\S* \+Inf$/m);
  expect(text).toMatch(/^care_atlas_export_timestamp_seconds\S* nan$/im);
  expect(text).toMatch(/^care_atlas_changes_since_timestamp_seconds\S* nan$/im);
});

it('the connector exposes its tool calls', async () => {
  const answer = await callTool(
    `${mcp.url}/mcp`,
    'get_directory_metadata',
    { kind: 'languages' },
    { authorization, 'mcp-protocol-version': '2025-11-25' },
  );
  expect(await answer.text()).toContain('structuredContent');
  const metrics = await mcp.metrics();
  const labels = { operation: 'get_directory_metadata', status: '200', tier: 'sandbox' };
  expect(metrics.value('care_atlas_tool_calls_total', labels)).toBe(1);
  expect(metrics.value('care_atlas_requests_total', { operation: 'POST /mcp', tier: 'sandbox' })).toBe(1);
});

it('the dashboard exposes its requests', async () => {
  const metrics = await dashboard.metrics();
  expect(
    metrics.value('care_atlas_requests_total', { operation: 'GET /api/ping', status: '200' }),
  ).toBeGreaterThan(0);
  expect(metrics.value('care_atlas_pool_waiting')).toBe(0);
});

it('the metrics port serves only metrics, and is closed by default', async () => {
  const status = async (path: string, method = 'GET') =>
    (await fetch(new URL(path, api.metricsUrl), { method })).status;
  expect([await status('/'), await status('/api/v1/ping'), await status('/metrics', 'POST')]).toEqual([
    404, 404, 405,
  ]);
  const quiet = await start('api', { METRICS_PORT: '' });
  await expect(quiet.metrics()).rejects.toThrow('fetch failed');
});

it('no service loads tracing without a configured collector', () => {
  expect([api, mcp, dashboard].map(loadedTracing)).toEqual([[], [], []]);
});
