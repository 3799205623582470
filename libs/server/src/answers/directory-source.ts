import { DatasetWatcher, loadReadModel } from '@care-atlas/data/directory';
import { type ServedDataset, servedDataset } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';

/**
 * Keeps the read model of the newest dataset version. A newer one is loaded beside it by a worker thread, and takes its
 * place by one assignment, so that no request ever sees a mixture.
 */
export class DirectorySource {
  /** Newer versions since the first: taken into service, and attempts that failed. */
  readonly swaps = { made: 0, failed: 0, lastMilliseconds: 0 };
  /** Returns the read model in service. */
  readonly currentModel = (): ReadModel => this.#model;
  readonly #watcher: DatasetWatcher;
  #model: ReadModel;

  private constructor(
    first: ReadModel,
    private readonly databaseUrl: string,
    say: (line: string) => void,
  ) {
    this.#model = first;
    say(served(this.dataset));
    const onVersion = async () => {
      this.#model = await this.#loadNewest();
      this.swaps.made++;
      say(served(this.dataset));
    };
    const onError = (error: unknown) =>
      say(`The newest dataset could not be loaded yet: ${(error as Error).message}`);
    this.#watcher = new DatasetWatcher(databaseUrl, onVersion, { seen: first.version, onError });
  }

  /**
   * Takes the newest version into service, and from then on every newer one within two seconds.
   * @param databaseUrl where the directory is read from; it need not take writes
   * @param say receives the versions that are served, and faults, which are retried
   * @throws when the first version cannot be read
   */
  static async open(databaseUrl: string, say: (line: string) => void): Promise<DirectorySource> {
    return new DirectorySource(await loadReadModel(databaseUrl), databaseUrl, say);
  }

  /** Returns the dataset version in service. */
  get dataset(): ServedDataset {
    return servedDataset(this.#model);
  }

  async #loadNewest(): Promise<ReadModel> {
    const begunAt = performance.now();
    try {
      return await loadReadModel(this.databaseUrl);
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

function served({ version, doctors, clinics }: ServedDataset): string {
  return `Serving dataset ${version}: ${doctors} doctors, ${clinics} clinics.`;
}
