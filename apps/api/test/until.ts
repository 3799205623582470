import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 25;
const PATIENCE_MS = 300_000;

/** Waits for a condition, much longer than necessary, so that tests pass on a busy machine. */
export async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  while (!(await happened())) {
    if (deadline.aborted) throw new Error('The condition did not become true in time.');
    await sleep(PAUSE_MS);
  }
}
