import type { DecisionJob, ImportJob, ImportJobRepository } from '@care-atlas/data/sync';

/** The pause after an interruption, which doubles with each one in a row. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** An upload that was interrupted so often in a row is set aside: the file itself may be the cause. */
export const MAX_INTERRUPTIONS = 10;

/**
 * The jobs that the database interrupted, e.g. by a restart. Each goes back once the database is there again, and rests for a while
 * that grows, so that other jobs go on. A decision is never given up for it.
 */
export class Interruptions {
  /** The job to put back, with the reason. */
  #left: { readonly job: ImportJob | DecisionJob; readonly reason: string } | undefined;
  /** By the id of a job, how often it was interrupted in a row, and until when it rests. */
  readonly #rests = new Map<string, { readonly count: number; readonly until: number }>();

  constructor(
    private readonly jobs: ImportJobRepository,
    private readonly clock: () => Date,
    private readonly log: (line: string) => void,
  ) {}

  /** Says that the database interrupted a job. @param reason for people */
  add(job: ImportJob | DecisionJob, reason: string): void {
    const count = (this.#rests.get(job.id)?.count ?? 0) + 1;
    const rest = Math.min(FIRST_REST_MS * 2 ** (count - 1), LONGEST_REST_MS);
    this.#rests.set(job.id, { count, until: this.clock().getTime() + rest });
    this.#left = { job, reason };
  }

  /** Says that an attempt at a job ended, unless the database interrupted it. */
  end({ id }: ImportJob | DecisionJob): void {
    if (this.#left?.job.id !== id) this.#rests.delete(id);
  }

  /** The ids of the jobs that rest. */
  get resting(): string[] {
    const now = this.clock().getTime();
    return [...this.#rests].filter(([, { until }]) => until > now).map(([id]) => id);
  }

  /** Puts back the job that was interrupted last. @throws while the database is not available */
  async putBack(): Promise<void> {
    if (!this.#left) return;
    const { job, reason } = this.#left;
    const count = this.#rests.get(job.id)?.count ?? 0;
    if (!job.decision && count >= MAX_INTERRUPTIONS) {
      const cause = `The database interrupted the work ${count} times in a row, so it is not tried again by itself.`;
      this.log(`${job.fileName} is set aside: ${cause}`);
      const remedy =
        'Look at the log and the disk of the database, then check the file again; or withdraw it.';
      await this.jobs.park(job, this.clock(), `${cause} ${remedy} The last reason: ${reason}`);
      this.#rests.delete(job.id);
    } else {
      await this.jobs.putBack(
        job,
        `The database interrupted the work, which is tried again by itself: ${reason}`,
      );
    }
    this.#left = undefined;
  }
}
