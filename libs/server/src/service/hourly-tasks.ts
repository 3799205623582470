import { isDatabaseUnavailable } from '@care-atlas/data/connection';

const HOUR_MS = 3_600_000;
/** Maximum batches of one task in one run. The next run continues. */
const MAX_BATCHES = 50;

/** One batch of work on the database, small enough not to delay a request. Returns whether there is more. */
export type BatchTask = () => Promise<boolean>;

/** Does the upkeep of tables at the start and every hour, task by task. */
export class HourlyTasks {
  readonly #timer: NodeJS.Timeout;
  #stopped = false;
  /** Settles when the current run has ended. */
  finished: Promise<void>;

  constructor(
    private readonly tasks: readonly BatchTask[],
    private readonly onError: (error: unknown) => void,
  ) {
    this.finished = this.#runAll();
    this.#timer = setInterval(() => {
      this.finished = this.#runAll();
    }, HOUR_MS).unref();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.finished;
  }

  async #runAll(): Promise<void> {
    for (const task of this.tasks) await this.#runTask(task);
  }

  async #runTask(task: BatchTask): Promise<void> {
    try {
      for (let batch = 0; batch < MAX_BATCHES && !this.#stopped; batch++) if (!(await task())) return;
    } catch (error) {
      // The next run retries after the database was unavailable.
      if (!isDatabaseUnavailable(error)) this.onError(error);
    }
  }
}
