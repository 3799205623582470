import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 25;
const PATIENCE_MS = 60_000;

/**
 * Waits for something that happens by itself, far longer than it should take, so that a busy machine passes.
 * @param what for the error, after "It did not happen that"
 */
export async function until(what: string, happened: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  while (!(await happened())) {
    if (deadline.aborted) throw new Error(`It did not happen that ${what}.`);
    await sleep(PAUSE_MS);
  }
}
