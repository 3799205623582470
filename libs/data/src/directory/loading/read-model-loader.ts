import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { type ReadModel, readModelSteps } from '@care-atlas/domain/read-model';
import { receiveColumns } from './column-transfer.js';

// The worker is beside this file, in src and in dist.
const WORKER = new URL(`./read-model-worker${import.meta.url.slice(-3)}`, import.meta.url);
/** By default a heap ends at half of the memory, but at 4 GB, which the rows of some millions of doctors take. */
const HEAP_MB = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 / 2 ** 20);

/**
 * Loads the newest dataset version and builds its read model in a worker thread, so that this one keeps serving. Large
 * buffers are transferred, not copied.
 * @throws when the database cannot be reached, or the read model cannot be built
 */
export async function loadReadModel(databaseUrl: string): Promise<ReadModel> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const worker = new Worker(WORKER, { workerData: databaseUrl, resourceLimits });
  const columns = await receiveColumns(worker);
  // It only returns its memory now.
  worker.unref();
  const steps = readModelSteps(columns);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await afterOthers();
  }
}
