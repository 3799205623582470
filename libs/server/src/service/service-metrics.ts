import { totalmem } from 'node:os';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '@care-atlas/data/connection';
import type { KeyMemory } from '@care-atlas/data/keys';
import { SyncHistory } from '@care-atlas/data/sync';
import type { Pool } from 'pg';
import type { DirectorySource } from '@care-atlas/data/directory';
import type { ExportWatch } from '@care-atlas/data/exports';
import { RELEASE } from '../configuration/release.js';
import type { RequestObserver } from '../http/request-observer.js';
import type { Counters } from '../limits/counters.js';
import { countLostLines } from '../observability/log.js';
import {
  type Addresses,
  addExportMetrics,
  addNameMetrics,
} from '../observability/metrics/outside-metrics.js';
import { addCounter, addGauge, type ReadMetric } from '../observability/metrics/read-metric.js';
import { addRequestMetrics } from '../observability/metrics/request-metrics.js';
import { addSyncMetrics, addUploadMetrics } from '../observability/metrics/sync-metrics.js';

/** The parts of a serving process that its metrics read. */
export interface MetricsDependencies {
  readonly observer: RequestObserver;
  readonly database: Database;
  readonly source: DirectorySource;
  /** Absent in a service that does not count the use of keys. */
  readonly counters?: Counters;
  /** Absent where each key is asked for. */
  readonly keyMemory?: KeyMemory | undefined;
  /** What the process connects to. */
  readonly addresses: Addresses;
  /** Absent in a service that gives no exports out. */
  readonly exports?: Pick<ExportWatch, 'read'> | undefined;
}

/** Returns all metrics of a process; docs/operate/observability.md explains each. */
export function serviceMetrics(
  service: string,
  { observer, database, source, counters, keyMemory, addresses, exports }: MetricsDependencies,
): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  addRequestMetrics(registry, observer);
  const rows: readonly MetricRow[] = [
    ['care_atlas_release_info', 'The release that runs.', () => [[{ release: RELEASE }, 1]], 'release'],
    ['care_atlas_log_lines_lost_total', 'Lines of the log that nobody read in time.', countLostLines],
    ['care_atlas_memory_limit_bytes', 'Memory that the process may use.', memoryLimit],
    ...datasetMetrics(source),
    ...poolMetrics(database.pool),
    ...(counters ? counterMetrics(counters) : []),
    ...(keyMemory ? memoryMetrics(keyMemory) : []),
  ];
  for (const [name, help, read, ...labels] of rows) {
    const add = name.endsWith('_total') ? addCounter : addGauge;
    add(registry, name, help, read, ...labels);
  }
  addNameMetrics(registry, addresses);
  if (exports) addExportMetrics(registry, exports);
  // Last: its query must not be counted in those that wait for a connection.
  const history = new SyncHistory(database);
  addSyncMetrics(registry, history);
  if (service === 'dashboard') addUploadMetrics(registry, history);
  return registry;
}

type MetricRow = readonly [name: string, help: string, read: ReadMetric, ...labels: string[]];

function datasetMetrics(source: DirectorySource): readonly MetricRow[] {
  const { swaps } = source;
  return [
    [
      'care_atlas_dataset_info',
      'The dataset version that is served.',
      () => [[{ version: source.dataset.version }, 1]],
      'version',
    ],
    [
      'care_atlas_dataset_synced_timestamp_seconds',
      'When the newest synchronization of the served dataset finished.',
      () => source.dataset.syncedAt.getTime() / 1000,
    ],
    [
      'care_atlas_dataset_records',
      'Records that are served.',
      () => [
        [{ kind: 'doctors' }, source.dataset.doctors],
        [{ kind: 'clinics' }, source.dataset.clinics],
      ],
      'kind',
    ],
    ['care_atlas_dataset_swaps_total', 'Newer datasets taken into service.', () => swaps.made],
    [
      'care_atlas_dataset_swap_failures_total',
      'Newer datasets that could not be loaded; each is tried again.',
      () => swaps.failed,
    ],
    [
      'care_atlas_dataset_load_seconds',
      'How long the newest load of a dataset took, while requests were answered.',
      () => swaps.lastMilliseconds / 1000,
    ],
  ];
}

function poolMetrics(pool: Pool): readonly MetricRow[] {
  return [
    [
      'care_atlas_pool_connections',
      'Connections to the database.',
      () => [
        [{ state: 'idle' }, pool.idleCount],
        [{ state: 'used' }, pool.totalCount - pool.idleCount],
      ],
      'state',
    ],
    ['care_atlas_pool_waiting', 'Requests that wait for a connection.', () => pool.waitingCount],
  ];
}

function counterMetrics(counters: Counters): readonly MetricRow[] {
  return [
    [
      'care_atlas_rate_store_away',
      '1 while a shared store of limits is configured but does not answer, and this process counts for itself.',
      () => Number(counters.isStoreDown()),
    ],
    [
      'care_atlas_usage_rows_pending',
      'Counts of the use of keys that the database could not take yet.',
      () => counters.usage.pending,
    ],
    [
      'care_atlas_limits_reached_total',
      'Requests refused because a limit was reached.',
      () => Array.from(counters.localRates.refused, ([limit, count]) => [{ limit }, count] as const),
      'limit',
    ],
  ];
}

function memoryMetrics(memory: KeyMemory): readonly MetricRow[] {
  return [
    [
      'care_atlas_key_lease_held',
      '1 while this process may answer for keys from memory; otherwise it asks for each.',
      () => Number(memory.isHeld),
    ],
    ['care_atlas_keys_remembered', 'Keys in memory.', () => memory.size],
  ];
}

/** Without a limit of its container, a process may use what the machine has. */
function memoryLimit(): number {
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
