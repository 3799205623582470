import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;
const PATIENCE_MS = 300_000;

/**
 * Waits until a condition holds, with a generous timeout for busy machines.
 * @param what the condition as a clause, for the error message
 */
export async function until(what: string, happened: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  while (!(await happened())) {
    if (deadline.aborted) throw new Error(`It did not happen that ${what}.`);
    await sleep(PAUSE_MS);
  }
}
