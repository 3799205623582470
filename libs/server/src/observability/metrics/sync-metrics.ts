import type { Registry } from 'prom-client';
import type { LastRuns, SyncHistory } from '@care-atlas/data/sync';
import { addGauge } from './read-metric.js';

const CACHED_MS = 5_000;

/** Reads the database's synchronization history, at most every five seconds. */
class SyncHistoryCache {
  #runs: readonly LastRuns[] = [];
  #reading: Promise<boolean> | undefined;
  #readAt = 0;

  constructor(private readonly history: Pick<SyncHistory, 'lastRuns'>) {}

  /** Returns the last runs; during an outage of the database, those read before it. */
  async runs(): Promise<readonly LastRuns[]> {
    await this.isDatabaseUp();
    return this.#runs;
  }

  isDatabaseUp(): Promise<boolean> {
    if (!this.#reading || performance.now() - this.#readAt > CACHED_MS) {
      this.#readAt = performance.now();
      this.#reading = this.#read();
    }
    return this.#reading;
  }

  async #read(): Promise<boolean> {
    try {
      this.#runs = await this.history.lastRuns();
      return true;
    } catch {
      return false;
    }
  }
}

/** Adds whether the database answers, and the last synchronizations of each source. */
export function addSyncMetrics(registry: Registry, history: Pick<SyncHistory, 'lastRuns'>): void {
  const cache = new SyncHistoryCache(history);
  addGauge(registry, 'care_atlas_database_up', '1 while the database answers.', async () =>
    Number(await cache.isDatabaseUp()),
  );
  const ends = [
    ['care_atlas_sync_success_timestamp_seconds', 'succeeded', 'succeededAt'],
    ['care_atlas_sync_failure_timestamp_seconds', 'failed', 'failedAt'],
  ] as const;
  for (const [name, how, member] of ends) {
    const read = async () =>
      (await cache.runs()).flatMap(({ source, [member]: at }) =>
        at ? [[{ source }, at.getTime() / 1000] as const] : [],
      );
    addGauge(registry, name, `When a synchronization of the source last ${how}.`, read, 'source');
  }
}
