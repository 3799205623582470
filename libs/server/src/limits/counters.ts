import type { Database } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import type { Configuration } from '../configuration/configuration.js';
import type { Log } from '../observability/log.js';
import { UsageRecorder } from '../observability/usage-recorder.js';
import { MemoryRateStore, type RateStore } from './rate-store.js';
import { SharedRateStore } from './shared-rate-store.js';

/** The counters of a serving process: requests against limits, and the use of keys. */
export interface Counters {
  readonly rateStore: RateStore;
  /** Counts in this process only. */
  readonly localRates: MemoryRateStore;
  readonly usage: UsageRecorder;
  /** Returns whether a shared store is configured but does not answer. */
  isStoreDown(): boolean;
  /** Writes pending counts and disconnects from the shared store. Call it before closing the database. */
  close(): Promise<void>;
}

/** Opens the counters: shared by all processes if REDIS_URL is set, local to this process otherwise. */
export async function openCounters(
  { redisUrl }: Pick<Configuration, 'redisUrl'>,
  database: Database,
  log: Log,
): Promise<Counters> {
  const local = new MemoryRateStore(() => performance.now());
  const shared = redisUrl === '' ? undefined : await SharedRateStore.open(redisUrl, local, log);
  const stores = { usage: new KeyUsageRepository(database), keys: new KeyRepository(database) };
  const usage = new UsageRecorder(stores, Date.now, log);
  return {
    rateStore: shared ?? local,
    localRates: local,
    usage,
    isStoreDown: () => shared?.isDown ?? false,
    async close() {
      await usage.close();
      await shared?.close();
    },
  };
}
