import { setTimeout as sleep } from 'node:timers/promises';
import { askProcess } from '../../../tools/src/processes/ask-process.js';
import { execute } from '../bench-directory.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { bodyOf } from '../requests/http-request.js';

const RUNS_BEFORE = 3;
const POLL_MS = 250;
/** V8 returns memory until half a minute after the swap. */
const WATCHED_AFTER_MS = 30_000;

/** The effect of a new dataset version on a process under load. */
export interface Swap {
  /** The longest stall of the event loop under the same load without a swap, milliseconds. */
  readonly stallBefore: number;
  /** The longest stall between the new version and some seconds after its first use. */
  readonly stall: number;
  /** Seconds from the new version until the process serves it. */
  readonly seconds: number;
  /** The most resident memory meanwhile, megabytes. */
  readonly peakMemory: number;
}

/**
 * Creates a new dataset version while the process that serves it is under load.
 * @param api started with `stall-watch`
 * @param run loads the process for some seconds, and throws when a request fails
 */
export async function measureSwap(
  api: MeasuredProcess,
  run: () => Promise<LoadResult>,
  databaseUrl: string,
): Promise<Swap> {
  const longestStall = () => askProcess(api.child, { ask: 'longestStall' }, 'longestStall');
  const versionServed = async () => {
    const status = JSON.parse(await bodyOf(api.port, { path: '/api/v1/' })) as {
      dataset: { version: string };
    };
    return status.dataset.version;
  };
  await longestStall();
  for (let done = 0; done < RUNS_BEFORE; done++) await run();
  const stallBefore = await longestStall();
  const version = await versionServed();
  // The same records again, which the process has to load as if they were new.
  await execute(databaseUrl, 'insert into dataset_version default values');
  const begun = performance.now();
  let peakMemory = api.memory;
  let seconds = 0;
  let end = Infinity;
  while (performance.now() < end) {
    const running = run();
    const ended = Promise.allSettled([running]).then(() => true);
    while (!(await Promise.race([ended, sleep(POLL_MS, false)]))) {
      peakMemory = Math.max(peakMemory, api.memory);
      if (seconds > 0 || (await versionServed()) === version) continue;
      seconds = (performance.now() - begun) / 1000;
      end = performance.now() + WATCHED_AFTER_MS;
    }
    await running;
  }
  return { stallBefore, stall: await longestStall(), seconds, peakMemory };
}
