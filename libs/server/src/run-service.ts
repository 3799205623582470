import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@care-atlas/data/database';
import { ConfigurationError } from './variable.js';

const RETRY_MS = 1_000;

/** Prints a line for the person who runs the service. */
type Say = (line: string) => void;
/** Tries until the database is there. */
type UntilAvailable = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * Runs a service of this process until it is told to stop by SIGTERM or SIGINT. What keeps it from starting is
 * said in one line, and ends the process with status 1; only a database that is not there yet is waited for.
 * @param start starts the service, and gives back what stops it
 */
export async function runService(
  name: string,
  start: (say: Say, untilAvailable: UntilAvailable) => Promise<() => Promise<void>>,
): Promise<void> {
  const say: Say = (line) => console.log(`${name}: ${line}`);
  try {
    const stop = await start(say, waitForDatabase(say));
    let stopping = false;
    const onSignal = () => {
      if (stopping) return;
      stopping = true;
      void stop().then(() => process.exit(0));
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    // Started by another process of ours, a service tells it that it is ready, and ends when that one is gone.
    process.send?.('ready');
    process.once('disconnect', onSignal);
  } catch (error) {
    const cause = error as Error;
    console.error(
      `${name}: ${cause instanceof ConfigurationError ? cause.message : (cause.stack ?? cause.message)}`,
    );
    process.exit(1);
  }
}

function waitForDatabase(say: Say): UntilAvailable {
  return async (attempt) => {
    for (let waiting = false; ; waiting = true) {
      try {
        return await attempt();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        if (!waiting) say(`Waiting for the database: ${(error as Error).message}`);
        await sleep(RETRY_MS);
      }
    }
  };
}
