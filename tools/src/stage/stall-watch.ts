// Loaded into a service before it begins, so that a test can ask for how long its event loop stood still.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 5;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

process.on('message', (message: { ask?: string }) => {
  if (message.ask !== 'longestStall') return;
  // What is recorded is the time from one look at the clock to the next, which are meant to be apart.
  process.send!({ longestStall: Math.max(0, delays.max / 1e6 - RESOLUTION_MS) });
  delays.reset();
});
// Listening must not be what keeps the process going.
process.channel?.unref();
