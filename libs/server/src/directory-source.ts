import { DatasetWatcher } from '@care-atlas/data/dataset-watcher';
import { loadReadModel } from '@care-atlas/data/read-model-loader';
import type { ReadModel } from '@care-atlas/domain/read-model';

/**
 * Holds the read model of the newest dataset version. A newer version is loaded beside it and takes its place
 * by one assignment, so that no request ever sees a mixture.
 */
export class DirectorySource {
  #current: ReadModel;
  /** Newer versions since the first: taken into service, and attempts that failed. */
  readonly swaps = { made: 0, failed: 0, lastMilliseconds: 0 };
  readonly #watcher: DatasetWatcher;

  private constructor(first: ReadModel, databaseUrl: string, say: (line: string) => void) {
    this.#current = first;
    const onVersion = async () => {
      this.#current = await this.#load(databaseUrl);
      this.swaps.made++;
      say(served(this.#current));
    };
    const onError = (error: unknown) =>
      say(`The newest dataset could not be loaded yet: ${(error as Error).message}`);
    this.#watcher = new DatasetWatcher(databaseUrl, onVersion, { seen: first.version, onError });
  }

  /**
   * Loads the newest version, and from then on every newer one within two seconds.
   * @param say told of versions that are served, and of faults, which are tried again
   * @throws when the first version cannot be loaded
   */
  static async open(databaseUrl: string, say: (line: string) => void): Promise<DirectorySource> {
    const first = await loadReadModel(databaseUrl);
    say(served(first));
    return new DirectorySource(first, databaseUrl, say);
  }

  get current(): ReadModel {
    return this.#current;
  }

  async #load(databaseUrl: string): Promise<ReadModel> {
    const begunAt = performance.now();
    try {
      return await loadReadModel(databaseUrl);
    } catch (error) {
      this.swaps.failed++;
      throw error;
    } finally {
      this.swaps.lastMilliseconds = performance.now() - begunAt;
    }
  }

  /** Stops looking for newer versions. */
  async close(): Promise<void> {
    await this.#watcher.close();
  }
}

function served({ version, doctors, clinics }: ReadModel): string {
  return `Serving dataset ${version}: ${doctors.listed} doctors, ${clinics.size} clinics.`;
}
