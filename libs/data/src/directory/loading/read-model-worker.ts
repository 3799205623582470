import { parentPort, workerData } from 'node:worker_threads';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { loadDataset } from './dataset-loader.js';
import type { LoadedColumns } from './read-model-loader.js';

const builder = await loadDataset(workerData as string, (about) => new ReadModelBuilder(about));
const columns = builder.columns();
const loaded: LoadedColumns = { columns };
parentPort!.postMessage(loaded, [...buffersOf(columns, new Set())]);

/** Returns the buffers of all typed arrays in plain data, each once. */
function buffersOf(data: unknown, found: Set<ArrayBuffer>): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(data)) return found.add(data.buffer as ArrayBuffer);
  if (typeof data !== 'object' || data === null) return found;
  const values = data instanceof Map ? data.values() : Object.values(data);
  for (const value of values) buffersOf(value, found);
  return found;
}
