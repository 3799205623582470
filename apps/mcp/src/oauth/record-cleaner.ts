import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import type { OAuthRepository } from '@care-atlas/data/oauth';

const HOUR_MS = 3_600_000;
const BATCH_SIZE = 1_000;
/** Maximum batches of one run. The next run continues. */
const MAX_BATCHES = 50;

/** Removes expired records at the start and every hour, in batches too small to delay a request. */
export class RecordCleaner {
  readonly #timer: NodeJS.Timeout;
  #stopped = false;
  /** Settles when the current run has ended. */
  finished: Promise<void>;

  constructor(
    private readonly records: Pick<OAuthRepository, 'removeExpired'>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.finished = this.#clean();
    this.#timer = setInterval(() => {
      this.finished = this.#clean();
    }, HOUR_MS).unref();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.finished;
  }

  async #clean(): Promise<void> {
    try {
      for (let batch = 0; batch < MAX_BATCHES && !this.#stopped; batch++) {
        if ((await this.records.removeExpired(BATCH_SIZE)) < BATCH_SIZE) return;
      }
    } catch (error) {
      // The next run retries after the database was unavailable.
      if (!isDatabaseUnavailable(error)) this.onError(error);
    }
  }
}
