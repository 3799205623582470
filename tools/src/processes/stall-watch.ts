// Preloaded into a service, so that a test can read the longest stall of its event loop. It watches from the first question on.
import { readFileSync } from 'node:fs';

const STEP_MS = 5;
let longest = 0;
let looked: number;
let starved: number;

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

function look(): void {
  const [now, waited] = [performance.now(), starvation()];
  longest = Math.max(longest, now - looked - STEP_MS - (waited - starved));
  [looked, starved] = [now, waited];
}

let watch: NodeJS.Timeout | undefined;

process.on('message', (message: { ask?: string }) => {
  if (message.ask !== 'longestStall') return;
  process.send!({ longestStall: longest });
  longest = 0;
  if (watch) return;
  // Most tests never ask, and looking takes time of the processor.
  [looked, starved] = [performance.now(), starvation()];
  watch = setInterval(look, STEP_MS).unref();
});
// The channel must not keep the process alive.
process.channel?.unref();
