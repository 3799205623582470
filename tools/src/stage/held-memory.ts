// Loaded into a service before it begins, so that a test can ask what it holds on to.
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
// Listening must not be what keeps the process going.
process.channel?.unref();
