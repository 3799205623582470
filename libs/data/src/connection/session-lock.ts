import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** How a session waits for a lock that another one has. */
export interface LockWait {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when another session has the lock. */
  readonly onWait?: (() => void) | undefined;
}

const PAUSE_MS = 200;

/**
 * Waits for an advisory lock, which the session then has until it ends, also by a kill. Polls: "create index concurrently"
 * would wait for a session that waits within a statement.
 * @throws AbortError when the signal ends the wait
 */
export async function acquireSessionLock(
  client: Client,
  lock: number,
  { signal, onWait }: LockWait = {},
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lock,
    ]);
    if (rows[0]!.taken) return;
    if (isFirst) onWait?.();
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
