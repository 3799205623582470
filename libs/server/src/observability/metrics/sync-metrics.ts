import type { Registry } from 'prom-client';
import type { LastBackups, LastRuns, SyncHistory } from '@care-atlas/data/sync';
import { addGauge } from './read-metric.js';

const CACHED_MS = 5_000;

type History = Pick<SyncHistory, 'lastRuns' | 'lastBackups' | 'isArchiveFailing'>;

/** Reads the history of runs and backups, at most every five seconds. */
class HistoryCache {
  #runs: readonly LastRuns[] = [];
  #backups: LastBackups | undefined;
  #archiveFails = false;
  #reading: Promise<boolean> | undefined;
  #readAt = 0;

  constructor(private readonly history: History) {}

  /** Returns the last runs; during an outage of the database, those read before it. */
  async runs(): Promise<readonly LastRuns[]> {
    await this.isDatabaseUp();
    return this.#runs;
  }

  /** Returns the last backups, like `runs`; undefined before they could be read. */
  async backups(): Promise<LastBackups | undefined> {
    await this.isDatabaseUp();
    return this.#backups;
  }

  /** Returns whether the archive of the log fails, like `runs`. */
  async archiveFails(): Promise<boolean> {
    await this.isDatabaseUp();
    return this.#archiveFails;
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
      this.#backups = await this.history.lastBackups();
      this.#archiveFails = await this.history.isArchiveFailing();
      return true;
    } catch {
      return false;
    }
  }
}

/** Adds whether the database answers, the last synchronizations of each source, and the last backups. */
export function addSyncMetrics(registry: Registry, history: History): void {
  const cache = new HistoryCache(history);
  addGauge(registry, 'care_atlas_database_up', '1 while the database answers.', async () =>
    Number(await cache.isDatabaseUp()),
  );
  addGauge(
    registry,
    'care_atlas_wal_archive_failing',
    '1 if PostgreSQL could not archive its log since it last could.',
    async () => Number(await cache.archiveFails()),
  );
  const ends = [
    ['success', 'succeeded', 'succeededAt'],
    ['failure', 'failed', 'failedAt'],
  ] as const;
  for (const [end, how, member] of ends) {
    const runs = async () =>
      (await cache.runs()).flatMap(({ source, [member]: at }) =>
        at ? [[{ source }, at.getTime() / 1000] as const] : [],
      );
    const help = `When a synchronization of the source last ${how}.`;
    addGauge(registry, `care_atlas_sync_${end}_timestamp_seconds`, help, runs, 'source');
    // 0 for "never", unlike a missing series, has an age that alerts.
    const backups = async () => {
      const last = await cache.backups();
      return last ? (last[member]?.getTime() ?? 0) / 1000 : [];
    };
    const backupHelp = `When a backup last ${how}; 0 if none has.`;
    addGauge(registry, `care_atlas_backup_${end}_timestamp_seconds`, backupHelp, backups);
  }
}

/** Adds the uploads that wait for a person. Only the dashboard may read them. */
export function addUploadMetrics(registry: Registry, history: Pick<SyncHistory, 'parkedUploads'>): void {
  // During an outage of the database there is no series, and the outage has its own alert.
  const parked = () => history.parkedUploads().catch(() => []);
  addGauge(
    registry,
    'care_atlas_uploads_parked',
    'Uploads that were set aside, and wait for a person.',
    parked,
  );
}
