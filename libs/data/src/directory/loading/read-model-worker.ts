import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { sendColumns } from './column-transfer.js';
import { loadDataset } from './dataset-loader.js';

// The heap of a thread that ends is returned by the thread that serves, which stands still meanwhile: on a virtual
// machine for a second, after a million doctors. So this one returns its own before it ends, unless it is small: to
// collect everything takes half a second of processor time at least.
const SMALL_HEAP = 128 * 2 ** 20;

await load();
if (getHeapStatistics().total_heap_size > SMALL_HEAP) returnMemory();

async function load(): Promise<void> {
  const builder = await loadDataset(workerData as string, (about) => new ReadModelBuilder(about));
  await sendColumns(parentPort!, builder.columns());
}

/** Collects all garbage, and returns the pages to the system at once, as V8 does when memory is short. */
function returnMemory(): void {
  // A new context has the function while the flag is set. The flag is that of the whole process, so it is taken back.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
