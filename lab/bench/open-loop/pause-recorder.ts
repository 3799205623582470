import { readFileSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { COLLECTION, type Pause } from './pause.js';

// node --import tools/dev-register.mjs --import pause-recorder.ts SERVICE: answers the message 'pauses' with what paused the event loop since the last one.
/** How often it looks at the clock: reading the times of the thread takes it less than one hundredth of a processor. */
const EVERY_MS = 2;
const SHORTEST_MS = 1;
const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'young generation',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'old generation',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'a step of the old generation',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'callbacks',
};
type Collection = PerformanceEntry & { readonly detail: { readonly kind: number } };

let pauses: Pause[] = [];

/** Returns the time, and for how long the main thread has worked and waited for a processor so far, in milliseconds. */
function look() {
  const [worked, waited] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  return {
    at: performance.timeOrigin + performance.now(),
    worked: Number(worked) / 1e6,
    waited: Number(waited) / 1e6,
  };
}

let last = look();
setInterval(() => {
  const now = look();
  const from = last.at + EVERY_MS;
  const half = (now.at - from) / 2;
  if (now.at - from > SHORTEST_MS) {
    const starved = now.waited - last.waited >= half;
    const busy = now.worked - last.worked >= half;
    const cause = starved ? 'no processor' : busy ? 'work of the event loop' : 'a call of the system';
    pauses.push({ from, to: now.at, cause });
  }
  last = now;
}, EVERY_MS).unref();

const collections = new PerformanceObserver((list) => {
  for (const { startTime, duration, detail } of list.getEntries() as Collection[]) {
    const from = performance.timeOrigin + startTime;
    const kind = KINDS[detail.kind];
    pauses.push({ from, to: from + duration, cause: `${COLLECTION}: ${kind}` });
  }
});
collections.observe({ entryTypes: ['gc'] });

process.on('message', (message) => {
  if (message !== 'pauses') return;
  process.send!({ pauses });
  pauses = [];
});
