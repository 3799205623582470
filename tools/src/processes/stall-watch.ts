// Preloaded into a service, so that a test can read the longest stall of its event loop.
import { readFileSync } from 'node:fs';

const STEP_MS = 5;
let longest = 0;
let [looked, starved] = [performance.now(), starvation()];

/**
 * Returns the milliseconds for which this thread was ready to run but had no processor. Only Linux reports it;
 * elsewhere it is 0, and a busy machine looks like a stalled service.
 */
function starvation(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

setInterval(() => {
  const [now, waited] = [performance.now(), starvation()];
  longest = Math.max(longest, now - looked - STEP_MS - (waited - starved));
  [looked, starved] = [now, waited];
}, STEP_MS).unref();

process.on('message', (message: { ask?: string }) => {
  if (message.ask !== 'longestStall') return;
  process.send!({ longestStall: longest });
  longest = 0;
});
// The channel must not keep the process alive.
process.channel?.unref();
