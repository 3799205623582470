// Preloaded into a service, so that a test can read the memory that it holds.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', (message: { ask?: string }) => {
  if (message.ask !== 'heldMemory') return;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.send!({ heldMemory: (heapUsed + external) / 2 ** 20 });
});
// The channel must not keep the process alive.
process.channel?.unref();
