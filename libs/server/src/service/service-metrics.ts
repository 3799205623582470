import { totalmem } from 'node:os';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { Database } from '@care-atlas/data/connection';
import { SyncHistory } from '@care-atlas/data/sync';
import type { Pool } from 'pg';
import type { DirectorySource } from '@care-atlas/data/directory';
import { RELEASE } from '../configuration/release.js';
import type { RequestObserver } from '../http/request-observer.js';
import type { Counters } from '../limits/counters.js';
import { addCounter, addGauge, addLabeledGauge } from '../observability/metrics/read-metric.js';
import { addRequestMetrics, addToolMetrics } from '../observability/metrics/request-metrics.js';
import { addSyncMetrics } from '../observability/metrics/sync-metrics.js';

/** The parts of a serving process that its metrics read. */
export interface MetricsDependencies {
  readonly observer: RequestObserver;
  readonly database: Database;
  readonly source: DirectorySource;
  /** Absent in a service that does not count the use of keys. */
  readonly counters?: Counters;
}

/** Returns all metrics of a process; docs/operate/observability.md explains each. */
export function serviceMetrics(
  service: string,
  { observer, database, source, counters }: MetricsDependencies,
): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  addLabeledGauge(registry, 'care_atlas_release_info', 'The release that runs.', ['release'], () => [
    [{ release: RELEASE }, 1],
  ]);
  // Without a limit of its container, it may use what the machine has.
  addGauge(registry, 'care_atlas_memory_limit_bytes', 'Memory that the process may use.', () =>
    Math.min(process.constrainedMemory() || Infinity, totalmem()),
  );
  addRequestMetrics(registry, observer.requests);
  addToolMetrics(registry, observer.tools);
  addDatasetMetrics(registry, source);
  addPoolMetrics(registry, database.pool);
  if (counters) addCounterMetrics(registry, counters);
  addSyncMetrics(registry, new SyncHistory(database.pool));
  return registry;
}

function addDatasetMetrics(registry: Registry, source: DirectorySource): void {
  addLabeledGauge(
    registry,
    'care_atlas_dataset_info',
    'The dataset version that is served.',
    ['version'],
    () => [[{ version: source.dataset.version }, 1]],
  );
  addGauge(
    registry,
    'care_atlas_dataset_synced_timestamp_seconds',
    'When the newest synchronization of the served dataset finished.',
    () => source.dataset.syncedAt.getTime() / 1000,
  );
  addLabeledGauge(registry, 'care_atlas_dataset_records', 'Records that are served.', ['kind'], () => [
    [{ kind: 'doctors' }, source.dataset.doctors],
    [{ kind: 'clinics' }, source.dataset.clinics],
  ]);
  const { swaps } = source;
  addCounter(
    registry,
    'care_atlas_dataset_swaps_total',
    'Newer datasets taken into service.',
    () => swaps.made,
  );
  addCounter(
    registry,
    'care_atlas_dataset_swap_failures_total',
    'Newer datasets that could not be loaded; each is tried again.',
    () => swaps.failed,
  );
  addGauge(
    registry,
    'care_atlas_dataset_load_seconds',
    'How long the newest load of a dataset took, while requests were answered.',
    () => swaps.lastMilliseconds / 1000,
  );
}

function addPoolMetrics(registry: Registry, pool: Pool): void {
  addLabeledGauge(registry, 'care_atlas_pool_connections', 'Connections to the database.', ['state'], () => [
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'used' }, pool.totalCount - pool.idleCount],
  ]);
  addGauge(
    registry,
    'care_atlas_pool_waiting',
    'Requests that wait for a connection.',
    () => pool.waitingCount,
  );
}

function addCounterMetrics(registry: Registry, counters: Counters): void {
  addGauge(
    registry,
    'care_atlas_rate_store_away',
    '1 while a shared store of limits is configured but does not answer, and this process counts for itself.',
    () => Number(counters.isStoreDown()),
  );
  addGauge(
    registry,
    'care_atlas_usage_rows_pending',
    'Counts of the use of keys that the database could not take yet.',
    () => counters.usage.pending,
  );
  new Counter({
    name: 'care_atlas_limits_reached_total',
    help: 'Requests refused because a limit was reached.',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [limit, count] of counters.localRates.refused) this.inc({ limit }, count);
    },
  });
}
