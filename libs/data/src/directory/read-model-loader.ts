import { Worker } from 'node:worker_threads';
import { type ReadModel, type ReadModelColumns, readModelOf } from '@care-atlas/domain/read-model';

// The worker is beside this file, in src and in dist.
const WORKER = new URL(`./read-model-worker${import.meta.url.slice(-3)}`, import.meta.url);

/**
 * Loads the newest dataset version and builds its read model in a worker thread, so that this one keeps serving. Large
 * buffers are transferred, not copied.
 * @throws when the database cannot be reached, or the read model cannot be built
 */
export async function loadReadModel(databaseUrl: string): Promise<ReadModel> {
  const worker = new Worker(WORKER, { workerData: databaseUrl });
  return new Promise((resolve, reject) => {
    worker.once('message', (columns: ReadModelColumns) => resolve(readModelOf(columns)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that loads the dataset ended early.')));
  });
}
