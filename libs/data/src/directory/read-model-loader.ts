import { Worker } from 'node:worker_threads';
import { type ReadModel, type ReadModelColumns, readModelOf } from '@care-atlas/domain/read-model';

// The worker stands beside this file, as source or built.
const WORKER = new URL(`./read-model-worker${import.meta.url.slice(-3)}`, import.meta.url);

/**
 * Loads the newest dataset version and makes a read model of it in a thread of its own, so that this one goes on
 * serving. What is large is handed over, not copied.
 * @throws when the database cannot be reached, or the dataset makes no read model
 */
export async function loadReadModel(databaseUrl: string): Promise<ReadModel> {
  const worker = new Worker(WORKER, { workerData: databaseUrl });
  return new Promise((resolve, reject) => {
    worker.once('message', (columns: ReadModelColumns) => resolve(readModelOf(columns)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that loads the dataset ended early.')));
  });
}
