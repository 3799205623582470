import { DatasetWatcher } from '@care-atlas/data/directory';
import type { MakeDirectory, ServedDataset } from '@care-atlas/domain/directory';
import type { Pool } from 'pg';
import { type DirectoryEngine, openEngine } from './directory-engine.js';
import type { EngineName } from '../configuration/engine-name.js';

/**
 * Keeps an engine at the newest dataset version. What the engine holds of a newer one is read beside what it serves,
 * and takes its place by one assignment, so that no request ever sees a mixture.
 */
export class DirectorySource {
  #dataset: ServedDataset;
  /** Newer versions since the first: taken into service, and attempts that failed. */
  readonly swaps = { made: 0, failed: 0, lastMilliseconds: 0 };
  readonly #watcher: DatasetWatcher;

  private constructor(
    private readonly engine: DirectoryEngine,
    first: ServedDataset,
    databaseUrl: string,
    say: (line: string) => void,
  ) {
    this.#dataset = first;
    const onVersion = async () => {
      this.#dataset = await this.#takeNewest();
      this.swaps.made++;
      say(served(this.#dataset));
    };
    const onError = (error: unknown) =>
      say(`The newest dataset could not be loaded yet: ${(error as Error).message}`);
    this.#watcher = new DatasetWatcher(databaseUrl, onVersion, { seen: first.version, onError });
  }

  /**
   * Takes the newest version into service, and from then on every newer one within two seconds.
   * @param databaseUrl where the directory is read from; it need not take writes
   * @param say told of versions that are served, and of faults, which are tried again
   * @throws when the first version cannot be read
   */
  static async open(
    databaseUrl: string,
    say: (line: string) => void,
    engineName: EngineName = 'memory',
  ): Promise<DirectorySource> {
    const engine = await openEngine(engineName, databaseUrl);
    try {
      const first = await engine.takeNewest();
      say(served(first));
      return new DirectorySource(engine, first, databaseUrl, say);
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Which dataset version is in service. */
  get dataset(): ServedDataset {
    return this.#dataset;
  }

  /** Makes directories that answer from the version in service. */
  get directory(): MakeDirectory {
    return this.engine.directory;
  }

  /** Connections that are taken at each request, where there are any. */
  get pool(): Pool | undefined {
    return this.engine.pool;
  }

  async #takeNewest(): Promise<ServedDataset> {
    const begunAt = performance.now();
    try {
      return await this.engine.takeNewest();
    } catch (error) {
      this.swaps.failed++;
      throw error;
    } finally {
      this.swaps.lastMilliseconds = performance.now() - begunAt;
    }
  }

  /** Stops looking for newer versions, and gives back what the engine holds. */
  async close(): Promise<void> {
    await this.#watcher.close();
    await this.engine.close();
  }
}

function served({ version, doctors, clinics }: ServedDataset): string {
  return `Serving dataset ${version}: ${doctors} doctors, ${clinics} clinics.`;
}
