import type { Database } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import type { Configuration } from '../configuration/configuration.js';
import { MemoryRateStore, type RateStore } from './rate-store.js';
import { SharedRateStore } from './shared-rate-store.js';
import { UsageRecorder } from '../observability/usage-recorder.js';

/** What a serving process counts: requests against limits, and what keys are used for. */
export interface Counters {
  readonly rateStore: RateStore;
  /** Counts in this process alone. */
  readonly localRates: MemoryRateStore;
  readonly usage: UsageRecorder;
  /** Whether a shared store is configured but does not answer. */
  storeAway(): boolean;
  /** Writes what was counted and lets go of the shared store; before the database is closed. */
  close(): Promise<void>;
}

/**
 * Opens the counters that the configuration asks for: shared by all processes with REDIS_URL, otherwise of this one.
 * @param say told when the shared store goes away and comes back, and when use cannot be written
 */
export async function openCounters(
  { redisUrl }: Configuration,
  database: Database,
  say: (line: string) => void,
): Promise<Counters> {
  const local = new MemoryRateStore(() => performance.now());
  const shared = redisUrl === '' ? undefined : await SharedRateStore.open(redisUrl, local, say);
  const stores = { usage: new KeyUsageRepository(database), keys: new KeyRepository(database) };
  const usage = new UsageRecorder(stores, Date.now, say);
  return {
    rateStore: shared ?? local,
    localRates: local,
    usage,
    storeAway: () => shared?.storeAway ?? false,
    async close() {
      await usage.close();
      await shared?.close();
    },
  };
}
