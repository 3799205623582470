import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { sendColumns } from './column-transfer.js';
import { loadDataset } from './dataset-loader.js';

/** V8 returns the memory of collected pages some 8 s after a collection. */
const UNTIL_RETURNED_MS = 12_000;

// The heap of a thread that ends is returned by the thread that serves, which stands still meanwhile: on a virtual
// machine for a second, after a million doctors. So this one outlives its garbage.
await load();
collectGarbage();
await wait(UNTIL_RETURNED_MS);

async function load(): Promise<void> {
  const builder = await loadDataset(workerData as string, (about) => new ReadModelBuilder(about));
  await sendColumns(parentPort!, builder.columns());
}

function collectGarbage(): void {
  // A new context has the function while the flag is set. The flag is that of the whole process, so it is taken back.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
