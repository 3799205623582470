import { setTimeout as sleep } from 'node:timers/promises';
import { databaseReason, isDatabaseNotReady } from './database-errors.js';

const PAUSE_MS = 1_000;
/** Repeats the same line only once in this many attempts. */
const REPEAT_EVERY = 30;

/** How to wait for the database. */
export interface DatabaseWait {
  /** Receives the reason of the wait, repeatedly. */
  readonly log: (line: string) => void;
  /** Returns whether an error may go away by itself; by default while a system is being set up. */
  readonly isTemporary?: (error: unknown) => boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Repeats an attempt until the database answers: it may start after this process, restart meanwhile, or be slow.
 * @throws what the attempt throws otherwise, or the reason of the signal
 */
export async function waitForDatabase<T>(
  attempt: () => Promise<T>,
  { log, isTemporary = isDatabaseNotReady, signal }: DatabaseWait,
): Promise<T> {
  let logged = '';
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      const line = `Waiting for the database: ${databaseReason(error)}`;
      if (line !== logged || tries % REPEAT_EVERY === 0) log(line);
      logged = line;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
