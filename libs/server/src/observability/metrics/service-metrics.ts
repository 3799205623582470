import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Database } from '@care-atlas/data/connection';
import { SyncHistory } from '@care-atlas/data/sync';
import type { Pool } from 'pg';
import type { Counters } from '../../limits/counters.js';
import type { DirectorySource } from '../../answers/directory-source.js';
import { RELEASE } from '../../configuration/release.js';
import type { Traffic } from '../../http/request-observer.js';
import { counter, gauge } from './read-metric.js';
import { addRequestMetrics, addToolMetrics } from './request-metrics.js';
import { addSyncMetrics } from './sync-metrics.js';

/** What a serving process consists of, as far as it is watched. */
export interface WatchedParts {
  readonly traffic: Traffic;
  readonly database: Database;
  readonly source: DirectorySource;
  /** Absent where keys are not counted. */
  readonly counters?: Counters;
}

/** Everything that can be watched of a process. What each means stands in docs/operate/observability.md. */
export function serviceMetrics(service: string, parts: WatchedParts): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  info(registry, 'care_atlas_release_info', 'The release that runs.', () => ({ release: RELEASE }));
  addRequestMetrics(registry, parts.traffic.requests);
  addToolMetrics(registry, parts.traffic.tools);
  addDatasetMetrics(registry, parts.source);
  addPoolMetrics(registry, parts.database.pool);
  if (parts.counters) addCounterMetrics(registry, parts.counters);
  addSyncMetrics(registry, new SyncHistory(parts.database.pool));
  return registry;
}

function addDatasetMetrics(registry: Registry, source: DirectorySource): void {
  info(registry, 'care_atlas_dataset_info', 'The dataset version that is served.', () => ({
    version: source.dataset.version,
  }));
  gauge(
    registry,
    'care_atlas_dataset_synced_timestamp_seconds',
    'When the newest synchronization of the served dataset finished.',
    () => source.dataset.syncedAt.getTime() / 1000,
  );
  new Gauge({
    name: 'care_atlas_dataset_records',
    help: 'Records that are served.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { doctors, clinics } = source.dataset;
      this.set({ kind: 'doctors' }, doctors);
      this.set({ kind: 'clinics' }, clinics);
    },
  });
  const { swaps } = source;
  counter(registry, 'care_atlas_dataset_swaps_total', 'Newer datasets taken into service.', () => swaps.made);
  counter(
    registry,
    'care_atlas_dataset_swap_failures_total',
    'Newer datasets that could not be loaded; each is tried again.',
    () => swaps.failed,
  );
  gauge(
    registry,
    'care_atlas_dataset_load_seconds',
    'How long the newest load of a dataset took, beside the serving.',
    () => swaps.lastMilliseconds / 1000,
  );
}

function addPoolMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'care_atlas_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    },
  });
  gauge(registry, 'care_atlas_pool_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);
}

function addCounterMetrics(registry: Registry, counters: Counters): void {
  gauge(
    registry,
    'care_atlas_rate_store_away',
    '1 while a shared store of limits is configured but does not answer, and this process counts for itself.',
    () => Number(counters.storeAway()),
  );
  gauge(
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

function info(registry: Registry, name: string, help: string, labels: () => Record<string, string>): void {
  new Gauge({
    name,
    help,
    labelNames: Object.keys(labels()),
    registers: [registry],
    collect() {
      this.reset();
      this.set(labels(), 1);
    },
  });
}
