import { DatasetWatcher } from './dataset-watcher.js';
import { loadReadModel } from './loading/read-model-loader.js';
import { type ServedDataset, servedDataset } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { Log } from '../connection/log.js';

/**
 * Holds the read model of the newest dataset version. A worker thread loads each newer version, which then replaces the
 * old one in a single assignment, so no request sees a mixture.
 */
export class DirectorySource {
  /** Loads of newer versions since the first: completed and failed ones. */
  readonly swaps = { made: 0, failed: 0, lastMilliseconds: 0 };
  /** Returns the read model in service. */
  readonly currentModel = (): ReadModel => this.#model;
  readonly #watcher: DatasetWatcher;
  #model: ReadModel;

  private constructor(
    first: ReadModel,
    private readonly databaseUrl: string,
    private readonly log: Log,
  ) {
    this.#model = first;
    this.#logVersion();
    this.#watcher = new DatasetWatcher(databaseUrl, () => this.#swap(), {
      seen: first.version,
      onError: (error: unknown) =>
        log.error(`The newest dataset could not be loaded yet: ${(error as Error).message}`),
    });
  }

  /**
   * Loads the newest version, and follows every newer one within two seconds.
   * @param databaseUrl the database to load from; a read-only one suffices
   * @param log receives the versions in service, and faults, which are retried
   * @throws when the first version cannot be loaded
   */
  static async open(databaseUrl: string, log: Log): Promise<DirectorySource> {
    return new DirectorySource(await loadReadModel(databaseUrl), databaseUrl, log);
  }

  /** The dataset version in service. */
  get dataset(): ServedDataset {
    return servedDataset(this.#model);
  }

  /** Stops following newer versions. */
  async close(): Promise<void> {
    await this.#watcher.close();
  }

  async #swap(): Promise<void> {
    const startedAt = performance.now();
    try {
      this.#model = await loadReadModel(this.databaseUrl);
    } catch (error) {
      this.swaps.failed++;
      throw error;
    } finally {
      this.swaps.lastMilliseconds = performance.now() - startedAt;
    }
    this.swaps.made++;
    this.#logVersion();
  }

  #logVersion(): void {
    const { version, doctors, clinics } = this.dataset;
    this.log.info(`Serving dataset ${version}: ${doctors} doctors, ${clinics} clinics.`);
  }
}
