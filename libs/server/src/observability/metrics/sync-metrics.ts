import { Gauge, type Registry } from 'prom-client';
import type { LastRuns, SyncHistory } from '@care-atlas/data/sync';
import { gauge } from './read-metric.js';

const KEPT_MS = 5_000;

/** What the database says of its synchronizations, asked at most every five seconds. */
class SyncNews {
  #runs: readonly LastRuns[] = [];
  #asked: Promise<boolean> | undefined;
  #askedAt = 0;

  constructor(private readonly history: Pick<SyncHistory, 'lastRuns'>) {}

  /** While the database is away, what was known last. */
  async runs(): Promise<readonly LastRuns[]> {
    await this.databaseUp();
    return this.#runs;
  }

  databaseUp(): Promise<boolean> {
    if (!this.#asked || performance.now() - this.#askedAt > KEPT_MS) {
      this.#askedAt = performance.now();
      this.#asked = this.#ask();
    }
    return this.#asked;
  }

  async #ask(): Promise<boolean> {
    try {
      this.#runs = await this.history.lastRuns();
      return true;
    } catch {
      return false;
    }
  }
}

/** Shows whether the database answers, and how the synchronizations of each source stand. */
export function addSyncMetrics(registry: Registry, history: Pick<SyncHistory, 'lastRuns'>): void {
  const news = new SyncNews(history);
  gauge(registry, 'care_atlas_database_up', '1 while the database answers.', async () =>
    Number(await news.databaseUp()),
  );
  const ends = [
    ['care_atlas_sync_success_timestamp_seconds', 'succeeded', 'succeededAt'],
    ['care_atlas_sync_failure_timestamp_seconds', 'failed', 'failedAt'],
  ] as const;
  for (const [name, how, member] of ends) {
    new Gauge({
      name,
      help: `When a synchronization of the source last ${how}.`,
      labelNames: ['source'],
      registers: [registry],
      async collect() {
        for (const run of await news.runs()) {
          const at = run[member];
          if (at) this.set({ source: run.source }, at.getTime() / 1000);
        }
      },
    });
  }
}
