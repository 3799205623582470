import { setImmediate } from 'node:timers/promises';
import { loadDataset } from '@care-atlas/data/dataset-loader';
import { DatasetWatcher } from '@care-atlas/data/dataset-watcher';
import { type ReadModel, ReadModelBuilder } from '@care-atlas/domain/read-model';

/** For how long a read model is built before other work gets its turn, in milliseconds. */
const SLICE_MS = 8;

/**
 * Holds the read model of the newest dataset version. A newer version is loaded beside it and takes its place
 * by one assignment, so that no request ever sees a mixture.
 */
export class DirectorySource {
  #current: ReadModel;
  readonly #watcher: DatasetWatcher;

  private constructor(first: ReadModel, databaseUrl: string, say: (line: string) => void) {
    this.#current = first;
    const onVersion = async () => {
      this.#current = await loadReadModel(databaseUrl);
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

  /** Stops looking for newer versions. */
  async close(): Promise<void> {
    await this.#watcher.close();
  }
}

async function loadReadModel(databaseUrl: string): Promise<ReadModel> {
  const builder = await loadDataset(databaseUrl, (about) => new ReadModelBuilder(about));
  const steps = builder.steps();
  for (let sliceEnds = performance.now() + SLICE_MS; ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < sliceEnds) continue;
    await setImmediate();
    sliceEnds = performance.now() + SLICE_MS;
  }
}

function served({ version, doctors, clinics }: ReadModel): string {
  return `Serving dataset ${version}: ${doctors.listed} doctors, ${clinics.size} clinics.`;
}
