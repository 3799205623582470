import { on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../bench-directory.js';
import { send } from '../http-request.js';
import type { Load } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';

const SLICE_SECONDS = 2;
const SLICES_BEFORE = 3;
const LOOK_MS = 250;

/** What a swap to a new dataset version did to a process that was serving. */
export interface Swap {
  /** The longest time, milliseconds, for which the event loop stood still under the same load without a swap. */
  readonly stallBefore: number;
  /** The same from the new version until it was served. */
  readonly stall: number;
  /** Seconds from the new version until it was served, under load. */
  readonly seconds: number;
  /** Requests that failed meanwhile. */
  readonly failed: number;
  /** Resident memory before, at most, and after, megabytes. */
  readonly memory: { readonly before: number; readonly most: number; readonly after: number };
}

/**
 * Makes a new version of a dataset while the process that serves it is under load.
 * @param api started with `stall-watch`
 */
export async function measureSwap(api: MeasuredProcess, load: Load, databaseUrl: string): Promise<Swap> {
  const slice = () => load.run([api], { seconds: SLICE_SECONDS, countFailures: true });
  await longestStall(api);
  for (let done = 0; done < SLICES_BEFORE; done++) await slice();
  const stallBefore = await longestStall(api);
  const before = api.memory;
  const version = await versionOf(api);
  // The same records again: for whoever serves them everything is new.
  await execute(databaseUrl, 'insert into dataset_version default values');
  const begun = performance.now();
  let most = before;
  let failed = 0;
  let seconds: number | undefined;
  while (seconds === undefined) {
    const loaded = slice();
    const ended = loaded.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([ended, sleep(LOOK_MS, false)]))) {
      most = Math.max(most, api.memory);
      if ((await versionOf(api)) !== version) seconds ??= (performance.now() - begun) / 1000;
    }
    failed += (await loaded).failed;
  }
  return {
    stallBefore,
    stall: await longestStall(api),
    seconds,
    failed,
    memory: { before, most, after: api.memory },
  };
}

async function versionOf({ port }: MeasuredProcess): Promise<string> {
  const answer = await send(port, { path: '/api/v1/' });
  const { dataset } = (await answer.json()) as { dataset: { version: string } };
  return dataset.version;
}

/** A service says things by itself, too: only what was asked for is the answer. */
async function longestStall({ child }: MeasuredProcess): Promise<number> {
  const told = on(child, 'message') as AsyncIterable<[string | { readonly longestStall?: number }]>;
  child.send({ ask: 'longestStall' });
  for await (const [answer] of told) {
    if (typeof answer !== 'string' && answer.longestStall !== undefined) return answer.longestStall;
  }
  throw new Error('The service did not tell for how long it stood still.');
}
