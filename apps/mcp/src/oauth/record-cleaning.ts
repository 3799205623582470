import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import type { OAuthRepository } from '@care-atlas/data/oauth';

const HOUR_MS = 3_600_000;
const AT_ONCE = 1_000;
/** Batches of one cleaning at most: what is left waits for the next. */
const MOST_BATCHES = 50;

/** Removes what has expired, now and every hour, in batches that no request has to wait for. */
export class RecordCleaning {
  readonly #timer: NodeJS.Timeout;
  #underWay: Promise<void>;
  #stopped = false;

  constructor(
    private readonly records: Pick<OAuthRepository, 'removeExpired'>,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#underWay = this.#clean();
    this.#timer = setInterval(() => {
      this.#underWay = this.#clean();
    }, HOUR_MS).unref();
  }

  /** Settles when the cleaning under way is done. */
  get finished(): Promise<void> {
    return this.#underWay;
  }

  /** Stops, after the batch under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#underWay;
  }

  async #clean(): Promise<void> {
    try {
      for (let batch = 0; batch < MOST_BATCHES && !this.#stopped; batch++) {
        if ((await this.records.removeExpired(AT_ONCE)) < AT_ONCE) return;
      }
    } catch (error) {
      // A database that is away is tried again in an hour.
      if (!isDatabaseUnavailable(error)) this.onFault(error);
    }
  }
}
