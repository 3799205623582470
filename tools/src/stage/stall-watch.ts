// Loaded into a service before it begins, so that a test can ask for how long its event loop stood still.
import { readFileSync } from 'node:fs';

const STEP_MS = 5;
let longest = 0;
let [looked, starved] = [performance.now(), starvation()];

/**
 * Milliseconds for which this thread could have gone on, but other programs had the processors. Linux tells; elsewhere
 * it is 0, and a busy machine looks like a service that stands still.
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
// Listening must not be what keeps the process going.
process.channel?.unref();
